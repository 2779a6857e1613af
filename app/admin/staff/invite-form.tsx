import { useEffect, useRef, useState } from 'react'
import { useActionData, useFetcher } from 'react-router'

import type { ListResult } from '#app/admin/list/list-calls.ts'
import { CopyButton } from '#app/admin/shell/copy-button.tsx'
import { ROLE_LABELS } from '#app/admin/staff/role-labels.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { FormFields, type FormField } from '#app/ui/form-fields.tsx'
import type { StaffInvited } from '#contract/accounts/staff.ts'
import { STAFF_ROLES, type StaffRole } from '#contract/accounts/staff-roles.ts'

const FIELDS: readonly FormField[] = [
  { name: 'email', label: 'E-mail', type: 'email', autoComplete: 'off', maxLength: 254 },
]

/** The link of an invitation, where no mail brings it. */
function InvitationLink({ invited: { link, invitation } }: { invited: StaffInvited }) {
  if (link === undefined) return null
  return (
    <div role="status" className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line pt-4">
      <p>
        The link for <strong>{invitation.email}</strong>. It is shown this once and works once, for seven days; give it
        to nobody else.
      </p>
      <p className="flex flex-wrap items-center gap-2">
        <code className="text-sm break-all">{link}</code>
        <CopyButton text={link} name="the link" label="Copy link" />
      </p>
    </div>
  )
}

/** Invites somebody to the staff by mail. Without a mail server it shows the link, once. */
export function InviteForm() {
  const fetcher = useFetcher<ListResult>()
  const sent = useActionData<ListResult>()
  const result = fetcher.data ?? sent
  const isSending = fetcher.state !== 'idle'
  const failure = isSending ? undefined : result?.failure
  const [role, setRole] = useState<StaffRole>('packer')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (result?.isDone) form.current?.reset()
  }, [result])

  return (
    <section className="card p-6" aria-labelledby="invite">
      <h2 id="invite" className="heading heading-3">
        Invite somebody
      </h2>
      <fetcher.Form ref={form} method="post" className="mt-4" noValidate>
        <fieldset disabled={isSending} className="grid min-w-0 gap-4">
          <ErrorSummary failure={failure} />
          <input type="hidden" name="act" value="invite" />
          <div className="grid items-start gap-4 sm:grid-cols-[2fr_1fr_auto]">
            <FormFields fields={FIELDS} errors={failure?.fields} />
            <SelectField
              label="Role"
              name="staffRole"
              value={role}
              hint={ROLE_LABELS[role].does}
              onChange={(event) => setRole(STAFF_ROLES.find((one) => one === event.target.value) ?? 'packer')}
            >
              {STAFF_ROLES.map((one) => (
                <option key={one} value={one}>
                  {ROLE_LABELS[one].label}
                </option>
              ))}
            </SelectField>
            <Button type="submit" className="sm:mt-7" isPending={isSending} pendingText="Inviting...">
              Invite
            </Button>
          </div>
        </fieldset>
      </fetcher.Form>
      {result?.answer && !isSending && <InvitationLink invited={result.answer as StaffInvited} />}
    </section>
  )
}
