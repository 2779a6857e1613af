import { actionColumn } from '#app/admin/list/action-column.tsx'
import { TwoLineText } from '#app/admin/list/two-line-text.tsx'
import { WebhookState } from '#app/admin/webhooks/webhook-state.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { Cards, Column } from '#app/ui/table.tsx'
import { TOPIC_LABELS } from '#contract/programs/webhook-topics.ts'
import type { Webhook } from '#contract/programs/webhooks.ts'

export const WEBHOOK_CARDS: Cards = {
  lines: ['url state', 'last waiting', 'actions actions'],
  columns: 'minmax(0, 1fr) auto',
}

/** Its address with what it hears of below. */
const AddressCell = ({ url, topics }: Webhook) => (
  <>
    <TwoLineText text={url} className="break-all" />
    <span className="block text-xs font-normal text-muted">
      {topics.map((topic) => TOPIC_LABELS[topic]).join(' · ')}
    </span>
  </>
)

export const WEBHOOK_COLUMNS: Column<Webhook>[] = [
  { key: 'url', header: 'Address', isRowHeader: true, card: 'url', cell: AddressCell },
  { key: 'state', header: 'Status', className: 'sm:w-44', card: 'state', cell: WebhookState },
  {
    key: 'waiting',
    header: 'Waiting',
    className: 'sm:w-24',
    card: { area: 'waiting', label: 'Waiting' },
    cell: ({ waiting }) => <span className="tabular-nums">{waiting.toLocaleString('en-IN')}</span>,
  },
  {
    key: 'last',
    header: 'Last taken',
    className: 'sm:w-40',
    card: { area: 'last', label: 'Last taken' },
    cell: ({ lastDeliveredAt }) =>
      lastDeliveredAt === undefined ? <span className="text-muted">never</span> : formatDateTime(lastDeliveredAt),
  },
  actionColumn<Webhook>('sm:w-64', [
    { label: () => 'Open', name: ({ url }) => `Open ${url}`, to: ({ _id }) => `/admin/webhooks/${_id}` },
    { label: () => 'Pause', name: ({ url }) => `Pause ${url}`, act: 'pause', isFor: ({ paused }) => !paused },
    { label: () => 'Go on', name: ({ url }) => `Go on with ${url}`, act: 'resume', isFor: ({ paused }) => !!paused },
    {
      label: () => 'Delete',
      name: ({ url }) => `Delete ${url}`,
      act: 'delete',
      ask: ({ url }) => ({
        question: `Delete ${url}? Its program hears of nothing any more, not of what waits either.`,
        confirmLabel: 'Delete',
      }),
    },
  ]),
]
