import { useActionData } from 'react-router'

import type { ListResult } from '#app/admin/list/list-calls.ts'
import { CopyButton } from '#app/admin/shell/copy-button.tsx'
import type { WebhookSecret } from '#contract/programs/webhooks.ts'

/** The secret of a webhook, after it was made; without scripts from the page's own answer. */
export function ShownSecret({ answer }: { answer: object | undefined }) {
  const sent = useActionData<ListResult>()?.answer
  const shown = (answer ?? sent) as WebhookSecret | undefined
  if (shown === undefined) return null
  return (
    <div role="status" className="grid basis-full grid-cols-[minmax(0,1fr)] gap-2 border-t border-line pt-4">
      <p>The secret, by which the program knows that the shop has sent it. It is shown this once.</p>
      <p className="flex flex-wrap items-center gap-2">
        <code className="text-sm break-all">{shown.secret}</code>
        <CopyButton text={shown.secret} name="the secret" label="Copy secret" />
      </p>
    </div>
  )
}
