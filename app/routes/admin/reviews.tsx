import { useState } from 'react'

import type { Route } from './+types/reviews'

import { AdminList } from '#app/admin/list/admin-list.tsx'
import { callFromBrowser, callFromPage, type ListCalls } from '#app/admin/list/list-calls.ts'
import { pageIn, wordsIn } from '#app/admin/list/query-parameters.ts'
import { REVIEW_CARDS, reviewColumns } from '#app/admin/reviews/review-columns.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'

const ADDRESS = '/admin/reviews'

async function load(api: AdminApi, url: string) {
  const query = new URL(url).searchParams
  const view = { page: pageIn(query), search: wordsIn(query, 'search') }
  return {
    view,
    ...(await loadOrFailure(api.listAllReviews({ ...view, limit: ROWS_PER_PAGE.reviews }), 'Failed to load reviews')),
  }
}

const CALLS: ListCalls = {
  toggle: { call: (api, { id }) => api.toggleReview(id), failed: 'Failed to change the review' },
  answer: {
    call: (api, { id, text }) => api.answerReview(id, text('text')),
    failed: 'Failed to save the answer',
    isInForm: true,
  },
  removeAnswer: {
    call: (api, { id }) => api.removeReviewAnswer(id),
    failed: 'Failed to save the answer',
    isInForm: true,
  },
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)
export const action = ({ context, request }: Route.ActionArgs) => callFromPage(serverApi(context), request, CALLS)
export const clientAction = ({ request }: Route.ClientActionArgs) => callFromBrowser(request, CALLS)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Admin reviews', isIndexed: false })

export default function AdminReviews({ loaderData }: Route.ComponentProps) {
  const [editedId, edit] = useState<string>()
  return (
    <AdminList
      path={ADDRESS}
      title="Reviews"
      lead="What buyers say on the product’s page, and what you answer below it."
      search={{ name: 'Reviews', placeholder: 'Product, customer or words' }}
      list={loaderData}
      perPage={ROWS_PER_PAGE.reviews}
      caption="Reviews, newest first"
      columns={reviewColumns(editedId, edit)}
      cards={REVIEW_CARDS}
      empty={{
        message: 'No reviews found.',
        hint: 'Customers write them from their orders once a parcel is delivered. Here you answer them, or hide one.',
      }}
    />
  )
}
