import { data, Link } from 'react-router'

import type { Route } from './+types/stock-of-product'

import { ListSection } from '#app/admin/list/admin-list.tsx'
import { callFromBrowser, callFromPage, type ListCalls } from '#app/admin/list/list-calls.ts'
import { choiceIn, dayIn, pageIn, wordsIn } from '#app/admin/list/query-parameters.ts'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { LoadFailure } from '#app/admin/shell/load-failure.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { CountForm } from '#app/admin/stock/count-form.tsx'
import { MOVEMENT_CARDS, movementColumns } from '#app/admin/stock/movement-columns.tsx'
import { PlacesOfProduct } from '#app/admin/stock/places-of-product.tsx'
import { movementsAddress, STOCK, TAKE_IN } from '#app/admin/stock/stock-view.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { formatDate } from '#app/ui/format-date.ts'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { STOCK_PLACES } from '#contract/stock/stock-places.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

const FAILED = 'Failed to load the stock'

async function load(api: AdminApi, productId: string, url: string) {
  const query = new URL(url).searchParams
  const [size, on] = [wordsIn(query, 'size'), dayIn(query, 'on')]
  const view = { page: pageIn(query), size, on, place: choiceIn(query, 'place', STOCK_PLACES) }
  const [stock, movements] = await Promise.all([
    loadOrFailure(api.listStock({ product: productId, on, limit: 100 }), FAILED),
    loadOrFailure(api.listMovements(productId, { ...view, limit: ROWS_PER_PAGE.movements }), FAILED),
  ])
  return { view, stock, movements }
}

const CALLS: ListCalls = {
  count: {
    call: (api, { ids, text }) =>
      api.countStock({
        lines: ids.map((id) => ({ _id: id, counted: Number(text(`counted-${id}`)), was: Number(text(`was-${id}`)) })),
        reason: text('reason'),
      }),
    failed: 'Failed to save the count',
    isInForm: true,
  },
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const loaded = await load(serverApi(context), params.productId, request.url)
  return data(loaded, { status: loaded.stock.answer?.total === 0 ? 404 : 200 })
}
export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) =>
  load(browserApi, params.productId, request.url)
export const action = ({ context, request }: Route.ActionArgs) => callFromPage(serverApi(context), request, CALLS)
export const clientAction = ({ request }: Route.ClientActionArgs) => callFromBrowser(request, CALLS)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Stock', isIndexed: false })

export default function AdminStockOfProduct({ loaderData, params: { productId } }: Route.ComponentProps) {
  const { view, stock, movements } = loaderData
  const mayChange = useMayDo()('stockChanges')
  const sizes = stock.answer?.items ?? []
  const [first] = sizes
  const above = { to: STOCK, label: 'Stock' }
  if (!first) {
    return (
      <AdminPage title="Stock" above={above}>
        {stock.answer ? <EmptyState message={WORDINGS.products.notFound} /> : <LoadFailure failure={stock.failure} />}
      </AdminPage>
    )
  }
  const isChosen = view.size !== undefined || view.place !== undefined || view.on !== undefined
  const isCountable = mayChange && view.on === undefined && !first.product.isDeleted
  return (
    <AdminPage
      title={`Stock of ${first.product.name}`}
      above={above}
      lead={view.on === undefined ? undefined : `At the end of ${formatDate(view.on)}.`}
      actions={
        mayChange && (
          <>
            {isCountable && (
              <a href="#count" className="btn btn-outline btn-small">
                Count the shelf
              </a>
            )}
            <ButtonLink to={`${TAKE_IN}?code=${encodeURIComponent(first.sku)}`} variant="outline" isSmall>
              Take in stock
            </ButtonLink>
          </>
        )
      }
    >
      <PlacesOfProduct sizes={sizes} {...view} />
      <h2 className="heading heading-3 mt-8 mb-3">Movements</h2>
      <ListSection
        path={`${STOCK}/${productId}`}
        view={view}
        {...movements}
        above={
          isChosen && (
            <p className="mb-3 text-sm">
              <span>{`${[view.size, view.place].filter(Boolean).join(', ') || 'All'}. `}</span>
              <Link className="link" to={movementsAddress(productId)}>
                Show all movements
              </Link>
            </p>
          )
        }
        perPage={ROWS_PER_PAGE.movements}
        caption="Movements, the newest first"
        columns={movementColumns(view.place)}
        cards={MOVEMENT_CARDS}
        empty={{ message: 'Nothing has moved here.', hint: 'Taking in goods, selling and counting move pieces.' }}
      />
      {isCountable && (
        <>
          <h2 id="count" className="heading heading-3 mt-8">
            Count the shelf
          </h2>
          <CountForm key={productId} sizes={sizes} />
        </>
      )}
    </AdminPage>
  )
}
