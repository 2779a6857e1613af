import { actionColumn } from '#app/admin/list/action-column.tsx'
import { TwoLineText } from '#app/admin/list/two-line-text.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { Cards, Column } from '#app/ui/table.tsx'
import type { OldAddressOrigin } from '#contract/catalogue/old-addresses/old-address-limits.ts'
import type { OldAddress } from '#contract/catalogue/old-addresses/old-addresses.ts'

const ORIGINS: Record<OldAddressOrigin, string> = { staff: 'By hand', import: 'Import', change: 'Changed here' }

export const OLD_ADDRESS_CARDS: Cards = {
  lines: ['path path', 'newPath newPath', 'origin actions'],
  columns: 'minmax(0, 1fr) auto',
}

/** The columns of the old addresses. */
export const oldAddressColumns = (edit: (address: OldAddress) => void): Column<OldAddress>[] => [
  {
    key: 'path',
    header: 'Old address',
    className: 'sm:w-1/3',
    isRowHeader: true,
    card: { area: 'path', look: 'wide' },
    cell: ({ path }) => <TwoLineText text={path} className="break-all" />,
  },
  {
    key: 'newPath',
    header: 'Leads to',
    className: 'sm:w-1/3',
    card: { area: 'newPath', look: 'wide' },
    cell: ({ newPath }) => (
      <a className="link" href={newPath}>
        <TwoLineText text={newPath} className="break-all" />
      </a>
    ),
  },
  {
    key: 'origin',
    header: 'From',
    card: { area: 'origin', look: 'quiet' },
    cell: ({ origin, changedAt }) => (
      <>
        <span>{ORIGINS[origin]}</span>
        <span className="block text-xs text-muted">{formatDateTime(changedAt)}</span>
      </>
    ),
  },
  actionColumn<OldAddress>('sm:w-45', [
    { label: () => 'Change', name: ({ path }) => `Change ${path}`, press: edit },
    {
      label: () => 'Delete',
      name: ({ path }) => `Delete ${path}`,
      act: 'delete',
      ask: ({ path }) => ({ question: `Delete ${path}? It leads nowhere then.`, confirmLabel: 'Delete' }),
    },
  ]),
]
