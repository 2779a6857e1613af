import { useEffect, useRef } from 'react'
import { useActionData, useFetcher } from 'react-router'

import { AreaBoxes } from '#app/admin/keys/area-boxes.tsx'
import type { ListResult } from '#app/admin/list/list-calls.ts'
import { CopyButton } from '#app/admin/shell/copy-button.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { FormFields, type FormField } from '#app/ui/form-fields.tsx'
import { KEY_LIMITS } from '#contract/accounts/key-limits.ts'
import type { KeyMade } from '#contract/accounts/keys.ts'

const FIELDS: readonly FormField[] = [
  {
    name: 'name',
    label: 'Name',
    hint: 'Of the program, as the audit log will show it.',
    autoComplete: 'off',
    maxLength: KEY_LIMITS.name,
  },
  { name: 'expiresAt', label: 'Works until', type: 'date', hint: 'Without a day: a year from now, which is the most.' },
]

/** The key itself, after it was made. */
const NewKey = ({ made: { name, key } }: { made: KeyMade }) => (
  <div role="status" className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-2 border-t border-line pt-4">
    <p>
      The key of <strong>{name}</strong>. It is shown this once; give it to that program alone.
    </p>
    <p className="flex flex-wrap items-center gap-2">
      <code className="text-sm break-all">{key}</code>
      <CopyButton text={key} name="the key" label="Copy key" />
    </p>
  </div>
)

/** Makes a key for a program and shows it, once. */
export function KeyForm() {
  const fetcher = useFetcher<ListResult>()
  const sent = useActionData<ListResult>()
  const result = fetcher.data ?? sent
  const isSending = fetcher.state !== 'idle'
  const failure = isSending ? undefined : result?.failure
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (result?.isDone) form.current?.reset()
  }, [result])

  return (
    <section className="card p-6" aria-labelledby="make-key">
      <h2 id="make-key" className="heading heading-3">
        Make a key
      </h2>
      <fetcher.Form ref={form} method="post" className="mt-4" noValidate>
        <fieldset disabled={isSending} className="grid min-w-0 gap-4">
          <ErrorSummary failure={failure} />
          <input type="hidden" name="act" value="make" />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <FormFields fields={FIELDS} errors={failure?.fields} />
          </div>
          <AreaBoxes error={failure?.fields?.areas} />
          <Button type="submit" className="justify-self-start" isPending={isSending} pendingText="Making...">
            Make key
          </Button>
        </fieldset>
      </fetcher.Form>
      {result?.answer && !isSending && <NewKey made={result.answer as KeyMade} />}
    </section>
  )
}
