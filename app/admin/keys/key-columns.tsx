import { scopesInWords } from '#app/admin/keys/scopes-in-words.ts'
import { actionColumn } from '#app/admin/list/action-column.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { Column } from '#app/ui/table.tsx'
import type { Key } from '#contract/accounts/keys.ts'

const day = (at: string) => <span className="tabular-nums">{formatDateTime(at)}</span>

/** Its name with what it may do below. */
const NameCell = ({ name, areas, madeBy }: Key) => (
  <>
    <span className="block wrap-anywhere">{name}</span>
    <span className="block text-xs font-normal text-muted">{scopesInWords(areas).join(' · ')}</span>
    {madeBy !== null && <span className="block text-xs font-normal text-muted">{`Made by ${madeBy}`}</span>}
  </>
)

const COLUMNS: Column<Key>[] = [
  { key: 'name', header: 'Key', isRowHeader: true, card: 'name', cell: NameCell },
  {
    key: 'used',
    header: 'Last used',
    className: 'sm:w-40',
    card: { area: 'used', label: 'Last used' },
    cell: ({ lastUsedAt, lastNetwork }) =>
      lastUsedAt === null ? (
        <span className="text-muted">never</span>
      ) : (
        <>
          {day(lastUsedAt)}
          <span className="block text-xs text-muted">{lastNetwork}</span>
        </>
      ),
  },
  {
    key: 'until',
    header: 'Works until',
    className: 'sm:w-36',
    card: { area: 'until', label: 'Works until' },
    cell: ({ expiresAt, endedAt }) => day(endedAt ?? expiresAt),
  },
  {
    key: 'state',
    header: 'Status',
    className: 'sm:w-28',
    card: 'status',
    cell: ({ isLive, endedAt }) => {
      if (isLive) return <Badge>Works</Badge>
      return <Badge>{endedAt === null ? 'Expired' : 'Ended'}</Badge>
    },
  },
  actionColumn('sm:w-56', [
    {
      act: 'end',
      label: () => 'End',
      name: ({ name }) => `End the key ${name}`,
      isFor: ({ isLive }) => isLive,
      ask: ({ name }) => ({
        question: `End the key ${name}? Its program gets no answer any more, at once.`,
        confirmLabel: 'End key',
      }),
    },
    {
      to: ({ _id }) => `/admin/audit?person=${_id}`,
      label: () => 'What it did',
      name: ({ name }) => `What ${name} did`,
    },
  ]),
]

/** The keys of other programs. */
export const KEYS = {
  columns: COLUMNS,
  cards: { lines: ['name status', 'used used', 'until until', 'actions actions'], columns: 'minmax(0, 1fr) auto' },
}
