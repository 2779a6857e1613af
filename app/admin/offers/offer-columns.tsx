import { Link } from 'react-router'

import { actionColumn } from '#app/admin/list/action-column.tsx'
import { TwoLineText } from '#app/admin/list/two-line-text.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { formatDate } from '#app/ui/format-date.ts'
import type { Cards, Column } from '#app/ui/table.tsx'
import type { OfferState } from '#contract/offers/offer-states.ts'
import type { Offer } from '#contract/offers/offers.ts'

const STATE_LABELS: Record<OfferState, string> = {
  running: 'Running',
  'starts later': 'Starts later',
  ended: 'Ended',
  'used up': 'Used up',
  off: 'Off',
}

function daysOf({ startsOn, endsOn }: Offer): string {
  if (startsOn && endsOn) return `${formatDate(startsOn)} – ${formatDate(endsOn)}`
  if (startsOn) return `From ${formatDate(startsOn)}`
  return endsOn ? `Until ${formatDate(endsOn)}` : 'Always'
}

export const OFFER_CARDS: Cards = {
  lines: ['offer offer status', 'how used actions', 'days days actions'],
  columns: 'auto minmax(0, 1fr) auto',
}

/** The columns of the offers. */
export const OFFER_COLUMNS: Column<Offer>[] = [
  {
    key: 'offer',
    header: 'Offer',
    className: 'sm:w-1/3',
    isRowHeader: true,
    card: { area: 'offer', look: 'wide' },
    cell: ({ _id, summary }) => (
      <Link className="link" to={`/admin/offers/${encodeURIComponent(_id)}`}>
        {/* What it takes off stands at the end of the name. */}
        <TwoLineText text={summary} className="max-sm:line-clamp-3" />
      </Link>
    ),
  },
  {
    key: 'how',
    header: 'How',
    isWideOnly: true,
    card: 'how',
    cell: ({ code }) => (code === undefined ? 'By itself' : 'With a code'),
  },
  { key: 'days', header: 'Days', className: 'sm:w-44', card: 'days', cell: daysOf },
  {
    key: 'used',
    header: 'Used',
    align: 'end',
    card: { area: 'used', label: 'Used', look: 'start' },
    cell: ({ used, maxUses }) => (maxUses === undefined ? used : `${used} of ${maxUses.toLocaleString('en-IN')}`),
  },
  {
    key: 'state',
    header: 'Status',
    className: 'sm:w-26',
    card: 'status',
    cell: ({ state }) => <Badge kind={state === 'running' ? 'marigold' : 'plain'}>{STATE_LABELS[state]}</Badge>,
  },
  actionColumn('sm:w-28', [
    {
      act: 'on',
      label: () => 'Switch on',
      name: ({ code, name }) => `Switch on ${code ?? name}`,
      isFor: ({ isActive }) => !isActive,
    },
    {
      act: 'off',
      label: () => 'Switch off',
      name: ({ code, name }) => `Switch off ${code ?? name}`,
      isFor: ({ isActive }) => isActive,
    },
  ]),
]
