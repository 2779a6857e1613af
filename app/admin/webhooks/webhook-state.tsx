import { Badge } from '#app/ui/badge.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { PauseReason } from '#contract/programs/webhook-topics.ts'
import type { Webhook } from '#contract/programs/webhooks.ts'

const REASONS: Record<PauseReason, string> = {
  'by hand': 'By hand',
  failing: 'It took nothing for three days',
  gone: 'It says that it is gone',
  restored: 'It came with a backup',
}

/** Whether a webhook takes what it is told, and else why not. */
export function WebhookState({ paused, failing }: Webhook) {
  if (paused) {
    return (
      <>
        <Badge kind="marigold">Paused</Badge>
        <span className="mt-1 block text-xs text-muted">{REASONS[paused.reason]}</span>
      </>
    )
  }
  if (!failing) return <Badge>Works</Badge>
  return (
    <>
      <Badge className="badge-status text-status-cancelled">Failing</Badge>
      <span className="mt-1 block text-xs text-muted">{`Since ${formatDateTime(failing.since)}`}</span>
    </>
  )
}
