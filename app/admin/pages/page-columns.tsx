import { Link } from 'react-router'

import { actionColumn } from '#app/admin/list/action-column.tsx'
import { TwoLineText } from '#app/admin/list/two-line-text.tsx'
import { pageName } from '#app/admin/pages/page-name.ts'
import { Badge } from '#app/ui/badge.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { Cards, Column } from '#app/ui/table.tsx'
import { pagePath } from '#contract/pages-of-blocks/page-limits.ts'
import type { ListedPage } from '#contract/pages-of-blocks/pages.ts'

export const PAGE_CARDS: Cards = {
  lines: ['page page status', 'address address actions', 'changed changed actions'],
  columns: 'auto minmax(0, 1fr) auto',
}

function stateOf({ isPublished, isChanged, publishAt }: ListedPage): string {
  if (publishAt !== undefined) return `From ${formatDateTime(publishAt)}`
  if (!isPublished) return 'Draft'
  return isChanged ? 'Published, with changes' : 'Published'
}

/** The columns of the pages made of blocks. */
export const pageColumns = (onDelete: (page: ListedPage) => void): Column<ListedPage>[] => [
  {
    key: 'page',
    header: 'Page',
    className: 'sm:w-1/3',
    isRowHeader: true,
    card: { area: 'page', look: 'wide' },
    cell: (page) => (
      <Link className="link" to={`/admin/pages/${encodeURIComponent(page._id)}`}>
        <TwoLineText text={pageName(page)} />
      </Link>
    ),
  },
  { key: 'address', header: 'Address', card: 'address', cell: ({ slug }) => pagePath(slug) },
  {
    key: 'changed',
    header: 'Changed',
    isWideOnly: true,
    card: 'changed',
    cell: ({ changedAt }) => (changedAt === undefined ? 'As it came' : formatDateTime(changedAt)),
  },
  {
    key: 'status',
    header: 'Status',
    card: 'status',
    cell: (page) => <Badge kind={page.isChanged ? 'marigold' : 'plain'}>{stateOf(page)}</Badge>,
  },
  actionColumn<ListedPage>('sm:w-28', [
    {
      label: () => 'Delete',
      name: (page) => `Delete ${pageName(page)}`,
      isFor: ({ isSpecified }) => !isSpecified,
      press: onDelete,
    },
  ]),
]
