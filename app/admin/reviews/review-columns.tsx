import { Link } from 'react-router'

import { actionColumn } from '#app/admin/list/action-column.tsx'
import { PersonCell } from '#app/admin/list/person-cell.tsx'
import { TwoLineText } from '#app/admin/list/two-line-text.tsx'
import { ReviewCell } from '#app/admin/reviews/review-cell.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { Stars } from '#app/ui/stars.tsx'
import type { Cards, Column } from '#app/ui/table.tsx'
import type { AdminReview } from '#contract/catalogue/reviews/reviews.ts'

function Status({ isHidden, answered }: AdminReview) {
  return (
    <div className="max-sm:flex max-sm:flex-row-reverse max-sm:items-baseline max-sm:gap-2">
      <Badge kind={isHidden ? 'marigold' : 'plain'}>{isHidden ? 'Hidden' : 'Shown'}</Badge>
      {answered && (
        <span className="block text-xs text-muted">{answered.isOutdated ? 'Answer not shown' : 'Answered'}</span>
      )}
    </div>
  )
}

export const REVIEW_CARDS: Cards = {
  lines: ['product status', 'stars date', 'review review', 'customer actions'],
  columns: 'minmax(0, 1fr) auto',
}

/** The columns of the reviews. `editedId` is the review whose answer is being written. */
export const reviewColumns = (
  editedId: string | undefined,
  edit: (id: string | undefined) => void,
): Column<AdminReview>[] => [
  {
    key: 'product',
    header: 'Product',
    isRowHeader: true,
    card: { area: 'product', look: 'wide' },
    cell: ({ product }) => (
      <Link className="link" to={`/product/${product._id}`}>
        <TwoLineText text={product.name} className="max-sm:line-clamp-1 max-sm:leading-6" />
      </Link>
    ),
  },
  {
    key: 'stars',
    header: 'Stars',
    className: 'sm:w-28',
    card: 'stars',
    cell: ({ rating }) => (
      <span className="flex items-center gap-2">
        <Stars rating={rating} />
        <span>{` ${rating}`}</span>
      </span>
    ),
  },
  {
    key: 'review',
    header: 'Review',
    className: 'sm:w-1/4',
    card: 'review',
    cell: (review) => <ReviewCell review={review} isEdited={review._id === editedId} onClose={() => edit(undefined)} />,
  },
  { key: 'customer', header: 'Customer', card: 'customer', cell: PersonCell },
  {
    key: 'date',
    header: 'Date and time',
    className: 'sm:w-23',
    isWideOnly: true,
    card: { area: 'date', look: 'quiet' },
    cell: ({ createdAt }) => formatDateTime(createdAt),
  },
  { key: 'state', header: 'Status', className: 'sm:w-28', card: 'status', cell: Status },
  actionColumn('sm:w-45', [
    {
      label: ({ answered }) => (answered ? 'Edit answer' : 'Answer'),
      variant: 'primary',
      isDisabled: ({ _id }) => _id === editedId,
      press: ({ _id }) => edit(_id),
    },
    { label: ({ isHidden }) => (isHidden ? 'Show' : 'Hide'), act: 'toggle' },
  ]),
]
