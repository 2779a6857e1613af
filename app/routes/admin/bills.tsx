import type { Route } from './+types/bills'

import { AdminList } from '#app/admin/list/admin-list.tsx'
import { pageIn, wordsIn } from '#app/admin/list/query-parameters.ts'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { BILL_CARDS, BILL_COLUMNS } from '#app/admin/stock/bill-columns.tsx'
import { BILLS, stockTabs, TAKE_IN } from '#app/admin/stock/stock-view.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'

async function load(api: AdminApi, url: string) {
  const query = new URL(url).searchParams
  const view = { page: pageIn(query), search: wordsIn(query, 'search') }
  return {
    view,
    ...(await loadOrFailure(api.listBills({ ...view, limit: ROWS_PER_PAGE.bills }), 'Failed to load the bills')),
  }
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Bills', isIndexed: false })

export default function AdminBills({ loaderData }: Route.ComponentProps) {
  const mayTakeIn = useMayDo()('stockChanges')
  return (
    <AdminList
      path={BILLS}
      title="Stock"
      lead="What was taken in from suppliers, bill by bill."
      actions={
        mayTakeIn && (
          <ButtonLink to={TAKE_IN} isSmall>
            Take in stock
          </ButtonLink>
        )
      }
      search={{ name: 'Bills', placeholder: 'Supplier or number' }}
      tabs={stockTabs(BILLS)}
      list={loaderData}
      perPage={ROWS_PER_PAGE.bills}
      caption="Bills of suppliers, the last taken in first"
      columns={BILL_COLUMNS}
      cards={BILL_CARDS}
      empty={{ message: 'No bills found.', hint: 'A bill gives its pieces a cost, so that the stock has a value.' }}
    />
  )
}
