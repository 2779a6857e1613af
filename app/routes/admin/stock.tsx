import type { Route } from './+types/stock'

import { AdminList } from '#app/admin/list/admin-list.tsx'
import { dayIn, pageIn, wordsIn } from '#app/admin/list/query-parameters.ts'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { STOCK_CARDS, stockColumns } from '#app/admin/stock/stock-columns.tsx'
import { StockSearch } from '#app/admin/stock/stock-search.tsx'
import { STOCK, stockTabs, TAKE_IN } from '#app/admin/stock/stock-view.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { dayInIndia } from '#contract/units/india-time.ts'

async function load(api: AdminApi, url: string) {
  const query = new URL(url).searchParams
  const view = { page: pageIn(query), search: wordsIn(query, 'search'), on: dayIn(query, 'on') }
  return {
    view,
    today: dayInIndia(new Date(api.now())),
    ...(await loadOrFailure(api.listStock({ ...view, limit: ROWS_PER_PAGE.stock }), 'Failed to load the stock')),
  }
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Stock', isIndexed: false })

export default function AdminStock({ loaderData }: Route.ComponentProps) {
  const { view, today } = loaderData
  const mayTakeIn = useMayDo()('stockChanges')
  return (
    <AdminList
      path={STOCK}
      title="Stock"
      lead="Where every piece is. Behind each number are the movements that it is made of."
      actions={
        mayTakeIn && (
          <ButtonLink to={TAKE_IN} isSmall>
            Take in stock
          </ButtonLink>
        )
      }
      filters={<StockSearch search={view.search} on={view.on} today={today} />}
      tabs={stockTabs(STOCK)}
      list={loaderData}
      perPage={ROWS_PER_PAGE.stock}
      caption="Sizes by product, with their pieces in each place"
      columns={stockColumns(view.on)}
      cards={STOCK_CARDS}
      empty={{ message: 'No sizes found.', hint: 'Each size of a product stands here with its pieces.' }}
    />
  )
}
