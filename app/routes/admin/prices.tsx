import { Link } from 'react-router'

import type { Route } from './+types/prices'

import { AdminList } from '#app/admin/list/admin-list.tsx'
import { pageIn } from '#app/admin/list/query-parameters.ts'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { formatDateTime } from '#app/ui/format-date.ts'
import type { Cards, Column } from '#app/ui/table.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import type { PriceHistory } from '#contract/catalogue/sales/sales.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { formatRupees } from '#contract/units/money.ts'

type PriceRow = PriceHistory['prices'][number] & { _id: string }

async function load(api: AdminApi, id: string, url: string) {
  const view = { page: pageIn(new URL(url).searchParams) }
  const { answer, failure } = await loadOrFailure(
    api.getPriceHistory(id, { ...view, limit: ROWS_PER_PAGE.prices }),
    'Failed to load the prices',
  )
  const items = answer?.prices.map((price): PriceRow => ({ ...price, _id: price.from }))
  return {
    id,
    view,
    failure,
    name: answer?.name,
    lowest: answer?.lowest,
    answer: answer && items && { items, total: answer.total },
  }
}

export const loader = ({ context, params, request }: Route.LoaderArgs) =>
  load(serverApi(context), params.id, request.url)
export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) => load(browserApi, params.id, request.url)

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Prices of a product', isIndexed: false })

const CARDS: Cards = { lines: ['from paid', 'price price', 'sale sale'], columns: 'minmax(0, 1fr) auto' }

const COLUMNS: Column<PriceRow>[] = [
  { key: 'from', header: 'From', isRowHeader: true, card: 'from', cell: ({ from }) => formatDateTime(from) },
  {
    key: 'paid',
    header: 'Paid',
    align: 'end',
    card: 'paid',
    cell: ({ paid }) => <strong>{formatRupees(paid)}</strong>,
  },
  {
    key: 'price',
    header: 'Price, discounted price',
    card: 'price',
    cell: ({ price, discountedPrice }) =>
      discountedPrice === undefined ? formatRupees(price) : `${formatRupees(price)}, ${formatRupees(discountedPrice)}`,
  },
  {
    key: 'sale',
    header: 'Sale',
    card: 'sale',
    cell: ({ sale }) =>
      sale ? (
        <Link className="link" to={`/admin/sales/${encodeURIComponent(sale._id)}`}>
          {sale.title}
        </Link>
      ) : (
        '–'
      ),
  },
]

export default function AdminPrices({ loaderData }: Route.ComponentProps) {
  const { id, name, lowest } = loaderData
  const product = `/admin/products/${encodeURIComponent(id)}`
  return (
    <AdminList
      path={`${product}/prices`}
      title={name === undefined ? 'Prices' : `Prices of ${name}`}
      lead={lowest === undefined ? undefined : `The lowest of the last 30 days is ${formatRupees(lowest)}.`}
      actions={
        <ButtonLink to={product} variant="outline" isSmall>
          Edit product
        </ButtonLink>
      }
      list={loaderData}
      perPage={ROWS_PER_PAGE.prices}
      caption="Prices, the present ones first"
      columns={COLUMNS}
      cards={CARDS}
      empty={{ message: 'No prices.', hint: '“Edit product” sets its price, and a sale lowers it for a time.' }}
    />
  )
}
