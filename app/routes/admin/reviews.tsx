import { useState } from 'react'

import type { Route } from './+types/reviews'

import { ListPages } from '#app/admin/list/list-pages.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { ReviewCell } from '#app/admin/reviews/review-cell.tsx'
import { ListSearch } from '#app/admin/list/list-search.tsx'
import { pageIn, wordsIn } from '#app/admin/list/query-parameters.ts'
import { ListLoading } from '#app/admin/list/list-loading.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { TwoLineText } from '#app/admin/list/two-line-text.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { answerOrToast } from '#app/ui/toast.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import { Stars } from '#app/ui/stars.tsx'
import { Table, type Column } from '#app/ui/table.tsx'
import { useDerivedState } from '#app/ui/use-derived-state.ts'
import type { AdminApi } from '#contract/admin-api.ts'
import type { AdminReview } from '#contract/reviews/reviews.ts'
import { ROWS_PER_PAGE } from '#contract/http/rows-per-page.ts'

const ADDRESS = '/admin/reviews'

async function load(api: AdminApi, url: string) {
  const query = new URL(url).searchParams
  const view = { page: pageIn(query), search: wordsIn(query, 'search') }
  return {
    view,
    ...(await loadOrFailure(api.listAllReviews({ ...view, limit: ROWS_PER_PAGE.reviews }), 'Failed to load reviews')),
  }
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Admin reviews', isIndexed: false })

interface ColumnsOptions {
  /** The review whose answer is being written. */
  editedId: string | undefined
  edit(id: string | undefined): void
  toggle(review: AdminReview): Promise<void>
  show(review: AdminReview): void
}

const columnsFor = ({ editedId, edit, toggle, show }: ColumnsOptions): Column<AdminReview>[] => [
  {
    key: 'product',
    header: 'Product',
    isRowHeader: true,
    cell: ({ product }) => (
      <a className="link" href={`/product/${product._id}`}>
        <TwoLineText text={product.name} />
      </a>
    ),
  },
  {
    key: 'stars',
    header: 'Stars',
    className: 'sm:w-28',
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
    cell: (review) => (
      <ReviewCell review={review} isEdited={review._id === editedId} onSave={show} onClose={() => edit(undefined)} />
    ),
  },
  {
    key: 'customer',
    header: 'Customer',
    cell: ({ name, email }) => (
      <>
        <span className="block truncate" title={name}>
          {name}
        </span>
        <span className="block truncate text-xs text-muted" title={email}>
          {email}
        </span>
      </>
    ),
  },
  {
    key: 'date',
    header: 'Date and time',
    className: 'sm:w-23',
    isWideOnly: true,
    cell: ({ createdAt }) => formatDateTime(createdAt),
  },
  {
    key: 'state',
    header: 'Status',
    className: 'sm:w-28',
    cell: ({ isHidden, answered }) => (
      <>
        <Badge kind={isHidden ? 'marigold' : 'plain'}>{isHidden ? 'Hidden' : 'Shown'}</Badge>
        {answered && (
          <span className="block text-xs text-muted">{answered.isOutdated ? 'Answer not shown' : 'Answered'}</span>
        )}
      </>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    className: 'sm:w-45',
    cell: (review) => (
      <div className="row-actions">
        <Button isSmall disabled={review._id === editedId} onClick={() => edit(review._id)}>
          {review.answered ? 'Edit answer' : 'Answer'}
        </Button>
        <Button variant="outline" isSmall onClick={() => void toggle(review)}>
          {review.isHidden ? 'Show' : 'Hide'}
        </Button>
      </div>
    ),
  },
]

export default function AdminReviews({ loaderData: { view, answer, failure } }: Route.ComponentProps) {
  const [reviews, setReviews] = useDerivedState(answer, (given) => given?.items ?? [])

  const [editedId, setEditedId] = useState<string>()
  const show = (changed: AdminReview) =>
    setReviews((known) => known.map((one) => (one._id === changed._id ? changed : one)))

  async function toggle({ _id }: AdminReview) {
    const changed = await answerOrToast(browserApi.toggleReview(_id), 'Failed to change the review')
    if (changed) show(changed)
  }

  return (
    <AdminPage title="Reviews" lead="What buyers say on the product’s page, and what you answer below it.">
      <ListSearch
        action={ADDRESS}
        name="Reviews"
        search={view.search}
        placeholder="Product, customer or words"
        hidden={{}}
      />
      <ListLoading path={ADDRESS} text="Loading..." />
      {failure !== undefined && <p className="error-summary">{`Error: ${failure}`}</p>}
      {failure === undefined && reviews.length === 0 && (
        <EmptyState message="No reviews found.">
          <p className="mt-2 text-sm text-muted">
            Customers write them from their orders once a parcel is delivered. Here you answer them, or hide one.
          </p>
        </EmptyState>
      )}
      {reviews.length > 0 && (
        <div className="table-frame list-table list-cards review-cards mt-6">
          <Table
            caption="Reviews, newest first"
            isCaptionHidden
            columns={columnsFor({ editedId, edit: setEditedId, toggle, show })}
            rows={reviews}
            rowKey={({ _id }) => _id}
          />
        </div>
      )}
      <ListPages path={ADDRESS} view={view} total={answer?.total} perPage={ROWS_PER_PAGE.reviews} />
    </AdminPage>
  )
}
