import { ReturnStatusBadge } from '#app/admin/returns/return-status-badge.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { formatTotal } from '#contract/units/money.ts'
import type { ReturnDetail } from '#contract/returns/returns.ts'

/** The steps that a return has taken, by whom each, why it was refused, and the payments that were made by hand. */
export function ReturnSteps({ return: { timeline, refusal, refund }, actors }: ReturnDetail) {
  return (
    <ol className="timeline wrap-anywhere">
      {timeline.map(({ status, at }) => (
        <li key={status}>
          <ReturnStatusBadge status={status} />
          <span className="mt-1 block text-sm tabular-nums text-muted">
            {`${formatDateTime(at)} · ${actors.find((actor) => actor.status === status)?.name ?? 'the shop itself'}`}
          </span>
          {status === 'refused' && refusal !== undefined && (
            <span className="block text-sm">{`Reason: ${refusal}`}</span>
          )}
        </li>
      ))}
      {refund?.payments.map(({ amount, reference, at }) => (
        <li key={`${at} ${reference}`}>
          <span className="font-semibold">{`${formatTotal(amount)} paid by hand`}</span>
          <span className="mt-1 block text-sm tabular-nums text-muted">
            {`${formatDateTime(at)} · reference ${reference}`}
          </span>
        </li>
      ))}
    </ol>
  )
}
