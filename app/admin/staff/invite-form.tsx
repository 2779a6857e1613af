import { useRef, useState, type SyntheticEvent } from 'react'

import { CopyButton } from '#app/admin/shell/copy-button.tsx'
import { ROLE_LABELS } from '#app/admin/staff/role-labels.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { failureOf, textIn, type FormResult } from '#app/api/form-result.ts'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { STAFF_ROLES, type StaffRole } from '#contract/accounts/staff-areas.ts'

/** Invites somebody to the staff by mail. Without a mail server it shows the link, once. */
export function InviteForm({ onInvited }: { onInvited(): void }) {
  const { isBusy, run } = useTask()
  const [role, setRole] = useState<StaffRole>('packer')
  const [failure, setFailure] = useState<FormResult['failure']>()
  const [invited, setInvited] = useState<{ email: string; link: string }>()
  const form = useRef<HTMLFormElement>(null)

  const invite = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = textIn(new FormData(event.currentTarget), 'email')
    void run(async () => {
      setFailure(undefined)
      setInvited(undefined)
      try {
        const { message, link } = await browserApi.inviteStaff({ email, staffRole: role })
        toastSuccess(message)
        if (link !== undefined) setInvited({ email, link })
        form.current?.reset()
        onInvited()
      } catch (error) {
        setFailure(failureOf(error, {}, 'The invitation could not be made.').failure)
      }
    })
  }

  return (
    <section className="card p-6" aria-labelledby="invite">
      <h2 id="invite" className="heading heading-3">
        Invite somebody
      </h2>
      <form ref={form} className="mt-4 grid gap-4" onSubmit={invite} noValidate>
        <ErrorSummary failure={failure} />
        <div className="grid items-start gap-4 sm:grid-cols-[2fr_1fr_auto]">
          <TextField
            label="E-mail"
            name="email"
            type="email"
            autoComplete="off"
            maxLength={254}
            error={failure?.fields?.email}
          />
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
          <Button type="submit" className="sm:mt-7" isPending={isBusy} pendingText="Inviting...">
            Invite
          </Button>
        </div>
      </form>
      {invited && (
        <div role="status" className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line pt-4">
          <p>
            The link for <strong>{invited.email}</strong>. It is shown this once and works once, for seven days; give it
            to nobody else.
          </p>
          <p className="flex flex-wrap items-center gap-2">
            <code className="text-sm break-all">{invited.link}</code>
            <CopyButton text={invited.link} name="the link" label="Copy link" />
          </p>
        </div>
      )}
    </section>
  )
}
