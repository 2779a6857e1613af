import { useNavigate } from 'react-router'

import type { Route } from './+types/orders'

import { AdminList } from '#app/admin/list/admin-list.tsx'
import { useSelection } from '#app/admin/list/use-selection.ts'
import { ChosenOrdersBar } from '#app/admin/orders/chosen-orders-bar.tsx'
import { OrderFilters, WaitNote } from '#app/admin/orders/order-filters.tsx'
import * as list from '#app/admin/orders/order-list-view.ts'
import { useLiveOrders } from '#app/admin/orders/use-live-orders.ts'
import { useOrderTable } from '#app/admin/orders/use-order-table.tsx'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { deferredData } from '#app/api/deferred-data.ts'
import { serverApi } from '#app/api/request-context.ts'
import { useDeferred } from '#app/api/use-deferred.ts'
import { pageMeta } from '#app/shell/page-meta.ts'

export const loader = async ({ context, request }: Route.LoaderArgs) => ({
  loading: await list.loadOrders(serverApi(context), request.url),
})
export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  deferredData(request, list.loadOrders(browserApi, request.url))

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Admin orders', isIndexed: false })

export default function AdminOrders({ loaderData }: Route.ComponentProps) {
  const { latest } = useDeferred(loaderData.loading)
  const { view, today, counts, answer, failure } = latest ?? list.LOADING
  const live = useLiveOrders({ items: answer?.items, counts, counted: list.countedBy(view) })
  const { orders } = live
  const selection = useSelection(orders.map(({ _id }) => _id))
  const { dialog, send, booked, deliver, ...table } = useOrderTable({ view, selection, onChange: live.change })
  const navigate = useNavigate()

  return (
    <AdminList
      {...table}
      path={list.ORDERS}
      title="Admin Order Dashboard"
      className="orders-on-paper"
      filters={<OrderFilters path={list.ORDERS} view={view} today={today} />}
      tabs={list.tabsOf(view, live.counts)}
      note={view.waits && <WaitNote view={view} />}
      news={{
        count: live.newOrders,
        words: ['order', 'orders'],
        onShow: () => void navigate(list.addressOf({ status: view.status })),
      }}
      list={latest && { view, failure, answer: answer && { items: orders, total: answer.total } }}
      perPage={list.ORDERS_PER_PAGE}
      loading="Loading orders..."
      above={
        <ChosenOrdersBar
          orders={orders}
          total={answer?.total ?? orders.length}
          selection={selection}
          listed={{ ...list.countedBy(view), status: view.status, waits: view.waits, sort: view.sort }}
          onShip={send}
          onBooked={booked}
          onDeliver={deliver}
        />
      }
      caption="Orders"
      frame="orders-table"
      empty={{
        message: 'No orders found.',
        hint:
          counts?.all === 0 && !view.search && !view.from && !view.to
            ? 'One appears here as soon as somebody has paid.'
            : undefined,
      }}
    >
      {dialog}
    </AdminList>
  )
}
