import { Link } from 'react-router'

import { actionColumn } from '#app/admin/list/action-column.tsx'
import { TwoLineText } from '#app/admin/list/two-line-text.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { Cards, Column } from '#app/ui/table.tsx'
import { collectionPath } from '#contract/catalogue/collections/collection-path.ts'
import type { ListedCollection } from '#contract/catalogue/collections/collections.ts'

export const COLLECTION_CARDS: Cards = {
  lines: ['collection collection status', 'address address actions', 'products how actions', 'changed changed actions'],
  columns: 'auto minmax(0, 1fr) auto',
}

/** The columns of the collections. */
export const collectionColumns = (onDelete: (collection: ListedCollection) => void): Column<ListedCollection>[] => [
  {
    key: 'collection',
    header: 'Collection',
    className: 'sm:w-1/4',
    isRowHeader: true,
    card: { area: 'collection', look: 'wide' },
    cell: ({ _id, title }) => (
      <Link className="link" to={`/admin/collections/${encodeURIComponent(_id)}`}>
        <TwoLineText text={title} />
      </Link>
    ),
  },
  {
    key: 'address',
    header: 'Address',
    className: 'sm:w-56',
    card: 'address',
    cell: ({ slug }) => collectionPath(slug),
  },
  {
    key: 'products',
    header: 'Products on sale',
    align: 'end',
    card: { area: 'products', label: 'Products', look: 'start' },
    cell: ({ count }) => count.toLocaleString('en-IN'),
  },
  { key: 'how', header: 'How', card: 'how', cell: ({ isByRule }) => (isByRule ? 'By rule' : 'By hand') },
  {
    key: 'changed',
    header: 'Changed',
    isWideOnly: true,
    card: 'changed',
    cell: ({ changedAt }) => formatDateTime(changedAt),
  },
  {
    key: 'status',
    header: 'Status',
    card: 'status',
    cell: ({ isHidden }) => <Badge kind={isHidden ? 'marigold' : 'plain'}>{isHidden ? 'Hidden' : 'Shown'}</Badge>,
  },
  actionColumn<ListedCollection>('sm:w-28', [
    { label: () => 'Delete', name: ({ title }) => `Delete ${title}`, press: onDelete },
  ]),
]
