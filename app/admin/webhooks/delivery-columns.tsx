import { actionColumn } from '#app/admin/list/action-column.tsx'
import { ExpandableText } from '#app/admin/list/expandable-text.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { Cards, Column } from '#app/ui/table.tsx'
import { counted } from '#contract/words/counted.ts'
import type { DeliveryState } from '#contract/programs/webhook-topics.ts'
import type { Delivery } from '#contract/programs/webhooks.ts'

export const STATE_LABELS: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  delivered: 'Taken',
  failed: 'Given up',
}

export const DELIVERY_CARDS: Cards = {
  lines: ['type state', 'answer answer', 'at actions'],
  columns: 'minmax(0, 1fr) auto',
}

/** What was sent and what came back. */
function AnswerCell({ fault, status, answer, body }: Delivery) {
  const start = fault ?? (status === undefined ? 'Not sent yet.' : `It answered ${status}.`)
  return (
    <ExpandableText start={start} closeLabel="Close">
      <p className="text-xs text-muted">Sent</p>
      <pre className="text-xs whitespace-pre-wrap">{body}</pre>
      {answer !== undefined && (
        <>
          <p className="mt-2 text-xs text-muted">Answered</p>
          <pre className="text-xs whitespace-pre-wrap">{answer === '' ? 'Nothing.' : answer}</pre>
        </>
      )}
    </ExpandableText>
  )
}

export const DELIVERY_COLUMNS: Column<Delivery>[] = [
  {
    key: 'type',
    header: 'Event',
    className: 'sm:w-44',
    isRowHeader: true,
    card: 'type',
    cell: ({ type }) => <span className="wrap-anywhere">{type}</span>,
  },
  {
    key: 'at',
    header: 'When',
    className: 'sm:w-40',
    card: { area: 'at', look: 'quiet' },
    cell: ({ at }) => formatDateTime(at),
  },
  {
    key: 'state',
    header: 'Status',
    className: 'sm:w-36',
    card: 'state',
    cell: ({ state, attempts }) => (
      <>
        <Badge
          kind={state === 'waiting' ? 'marigold' : 'plain'}
          className={state === 'failed' ? 'badge-status text-status-cancelled' : ''}
        >
          {STATE_LABELS[state]}
        </Badge>
        {attempts > 1 && <span className="mt-1 block text-xs text-muted">{counted(attempts, 'attempt')}</span>}
      </>
    ),
  },
  { key: 'answer', header: 'Answer', card: { area: 'answer', look: 'wide' }, cell: AnswerCell },
  actionColumn<Delivery>('sm:w-36', [
    { label: () => 'Send again', name: ({ type, _id }) => `Send ${type} ${_id} again`, act: 'sendAgain' },
  ]),
]
