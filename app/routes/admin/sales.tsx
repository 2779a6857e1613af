import type { Route } from './+types/sales'

import { AdminList } from '#app/admin/list/admin-list.tsx'
import { callFromBrowser, callFromPage, type ListCalls } from '#app/admin/list/list-calls.ts'
import { choiceIn, listAddress, pageIn } from '#app/admin/list/query-parameters.ts'
import { SALE_CARDS, SALE_COLUMNS, STATE_LABELS } from '#app/admin/sales/sale-columns.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { SALE_STATES } from '#contract/catalogue/sales/sale-states.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'

const ADDRESS = '/admin/sales'

async function load(api: AdminApi, url: string) {
  const query = new URL(url).searchParams
  const view = { page: pageIn(query), state: choiceIn(query, 'state', SALE_STATES) }
  return {
    view,
    ...(await loadOrFailure(api.listSales({ ...view, limit: ROWS_PER_PAGE.sales }), 'Failed to load sales')),
  }
}

const STOP_FAILED = 'Failed to change the sale'
const CALLS: ListCalls = {
  stop: { call: (api, { id }) => api.stopSale(id, true), failed: STOP_FAILED },
  resume: { call: (api, { id }) => api.stopSale(id, false), failed: STOP_FAILED },
}

export const loader = ({ context, request }: Route.LoaderArgs) => load(serverApi(context), request.url)
export const clientLoader = ({ request }: Route.ClientLoaderArgs) => load(browserApi, request.url)
export const action = ({ context, request }: Route.ActionArgs) => callFromPage(serverApi(context), request, CALLS)
export const clientAction = ({ request }: Route.ClientActionArgs) => callFromBrowser(request, CALLS)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Admin sales', isIndexed: false })

export default function AdminSales({ loaderData }: Route.ComponentProps) {
  const { view } = loaderData
  const tabs = [undefined, ...SALE_STATES].map((state) => ({
    label: state === undefined ? 'All' : STATE_LABELS[state],
    to: listAddress(ADDRESS, { state }),
    isCurrent: state === view.state,
  }))
  return (
    <AdminList
      path={ADDRESS}
      title="Sales"
      lead="Lower prices from one moment to another. Of several sales on a product the best one for the customer counts."
      actions={
        <>
          <ButtonLink to="/admin/shop-at" variant="outline" isSmall>
            The shop on a day to come
          </ButtonLink>
          <ButtonLink to={`${ADDRESS}/new`} isSmall>
            Create sale
          </ButtonLink>
        </>
      }
      tabs={{ label: 'Sales by state', tabs }}
      list={loaderData}
      perPage={ROWS_PER_PAGE.sales}
      caption="Sales, the latest to begin first"
      columns={SALE_COLUMNS}
      cards={SALE_CARDS}
      empty={{ message: 'No sales here. Create one with its days, and prices turn by themselves.' }}
    />
  )
}
