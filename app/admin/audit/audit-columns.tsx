import { actionColumn } from '#app/admin/list/action-column.tsx'
import { ExpandableText } from '#app/admin/list/expandable-text.tsx'
import { PersonCell } from '#app/admin/list/person-cell.tsx'
import { ShortId } from '#app/admin/shell/short-id.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { Cards, Column } from '#app/ui/table.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import { AUDIT_AREAS, type AuditArea } from '#contract/audit/audit-areas.ts'
import type { AuditChange, AuditEntry } from '#contract/audit/audit.ts'

/** This many characters fit into the two lines of a row. */
const SHORT_CHARACTERS = 60

/** The label of each area of the audit log. */
export const AREA_LABELS: Record<AuditArea, string> = {
  product: 'Products',
  category: 'Categories',
  collection: 'Collections',
  order: 'Orders',
  review: 'Reviews',
  offer: 'Offers',
  delivery: 'Delivery',
  sale: 'Sales',
  contact: 'Messages',
  payment: 'Payments',
  refund: 'Refunds',
  return: 'Returns',
  reconciliation: 'Reconciliation',
  user: 'People',
  key: 'Keys',
  setting: 'Settings',
  page: 'Pages',
  address: 'Old addresses',
  tax: 'Tax',
  webhook: 'Webhooks',
}

/** 'order.placed' → 'Order placed', 'change price' → 'Change price'. */
function actionLabel(action: string): string {
  const words = action.replaceAll('.', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const areaLabel = (area: string): string => {
  const known = AUDIT_AREAS.find((one) => one === area)
  return known ? AREA_LABELS[known] : area
}

function Change({ change: { what, from, to } }: { change: AuditChange }) {
  return (
    <li>
      <span className="text-muted">{`${what}: `}</span>
      {from !== null && (
        <>
          <VisuallyHidden>from </VisuallyHidden>
          <span className={to === null ? 'line-through' : undefined}>{from}</span>
        </>
      )}
      {from !== null && to !== null && <span aria-hidden="true"> → </span>}
      {to !== null && (
        <>
          <VisuallyHidden> to </VisuallyHidden>
          <strong className="font-semibold">{to}</strong>
        </>
      )}
    </li>
  )
}

const textOf = ({ what, from, to }: AuditChange) => `${what}: ${[from, to].filter((one) => one !== null).join(' → ')}`

function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  if (changes.length === 0) return <span className="text-muted">Nothing else</span>
  const start = changes.map(textOf).join(', ')
  const list = (
    <ul>
      {changes.map((change) => (
        <Change key={change.what} change={change} />
      ))}
    </ul>
  )
  if (changes.length <= 2 && start.length <= SHORT_CHARACTERS) return list
  return (
    <ExpandableText start={start} closeLabel="Close">
      {list}
    </ExpandableText>
  )
}

export const AUDIT_CARDS: Cards = {
  lines: ['what at', 'what person', 'changes changes', 'actions actions'],
  columns: 'minmax(0, 1fr) minmax(auto, 45%)',
}

/** The columns of the audit log. */
export const AUDIT_COLUMNS: Column<AuditEntry>[] = [
  {
    key: 'at',
    header: 'When',
    className: 'sm:w-23',
    card: { area: 'at', look: 'end' },
    cell: ({ at }) => (
      <time dateTime={at} className="tabular-nums">
        {formatDateTime(at)}
      </time>
    ),
  },
  {
    key: 'person',
    header: 'Who',
    card: { area: 'person', look: 'end' },
    cell: ({ person }) => (person ? <PersonCell {...person} /> : <span className="text-muted">The shop itself</span>),
  },
  {
    key: 'action',
    header: 'What',
    isRowHeader: true,
    card: 'what',
    cell: ({ action, subject, area }) => (
      <>
        <span className="block truncate">{actionLabel(action)}</span>
        <span className="flex items-center gap-1 text-xs font-normal">
          <span className="flex-none text-muted">{areaLabel(area)}</span>{' '}
          {area !== 'setting' && <ShortId id={subject._id} />}
          <span> </span>
          <span className="truncate" title={subject.name ?? undefined}>
            {subject.name}
          </span>
        </span>
      </>
    ),
  },
  {
    key: 'changes',
    header: 'From → to',
    className: 'sm:w-2/5',
    card: 'changes',
    cell: ({ changes }) => <Changes changes={changes} />,
  },
  actionColumn('sm:w-24', [
    {
      label: () => 'Undo',
      name: ({ subject }) => `Undo the change of prices of ${subject.name ?? subject._id}`,
      isFor: ({ isUndoable }) => isUndoable ?? false,
      act: 'undoPrices',
      ask: () => ({
        question: 'Give all products of this change their earlier prices?',
        confirmLabel: 'Undo the change',
      }),
    },
  ]),
]
