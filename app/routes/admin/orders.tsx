import { useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'

import type { Route } from './+types/orders'

import { ListPages } from '#app/admin/list/list-pages.tsx'
import { AdminPage } from '#app/admin/shell/admin-page.tsx'
import { focusAfterRender } from '#app/admin/shell/focus-after-render.ts'
import { choiceIn, dayIn, listAddress, pageIn, wordsIn } from '#app/admin/list/query-parameters.ts'
import { ListLoading } from '#app/admin/list/list-loading.tsx'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import { NewItemsButton } from '#app/admin/list/new-items-button.tsx'
import { ChosenOrdersBar } from '#app/admin/orders/chosen-orders-bar.tsx'
import { hasMoved, orderColumns } from '#app/admin/orders/order-columns.tsx'
import { OrderFilters } from '#app/admin/orders/order-filters.tsx'
import { ShipDialog } from '#app/admin/orders/ship-dialog.tsx'
import { changeOrderStatus } from '#app/admin/orders/change-order-status.ts'
import { useLiveOrders } from '#app/admin/orders/use-live-orders.ts'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { useSelection } from '#app/admin/list/use-selection.ts'
import { deferredData } from '#app/api/deferred-data.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { useDeferred } from '#app/api/use-deferred.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Loading } from '#app/ui/spinner.tsx'
import { Table, type Sort } from '#app/ui/table.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import type { AdminApi } from '#contract/admin-api.ts'
import { dayInIndia } from '#contract/india-time.ts'
import {
  ORDER_SORTS,
  ORDER_STATUSES,
  ORDER_WAITS,
  STATUS_FACTS,
  type OrderSort,
  type OrderWait,
} from '#contract/orders/order-states.ts'
import type { StaffOrder, OrderCounts } from '#contract/orders/orders.ts'
import { ADMIN_WORDINGS } from '#contract/wordings/specified-admin-wordings.ts'
import { ROWS_PER_PAGE } from '#contract/http/rows-per-page.ts'
import '#app/styles/admin-orders.css'

const ADDRESS = '/admin/neworders'

function viewOf(url: string) {
  const query = new URL(url).searchParams
  return {
    status: choiceIn(query, 'status', ORDER_STATUSES),
    waits: choiceIn(query, 'waits', ORDER_WAITS),
    search: wordsIn(query, 'search'),
    from: dayIn(query, 'from'),
    to: dayIn(query, 'to'),
    sort: choiceIn(query, 'sort', ORDER_SORTS),
    page: pageIn(query),
  }
}
type View = ReturnType<typeof viewOf>

const countedBy = ({ search, from, to }: View) => ({ search, from, to })
const addressOf = (view: Partial<View>) => listAddress(ADDRESS, view)

async function load(api: AdminApi, url: string) {
  const view = viewOf(url)
  const [list, counts] = await Promise.all([
    loadOrFailure(api.listAllOrders({ ...view, limit: ROWS_PER_PAGE.orders }), ADMIN_WORDINGS.ordersFailed),
    loadOrFailure(api.countOrders(countedBy(view)), ADMIN_WORDINGS.ordersFailed),
  ])
  return { view, today: dayInIndia(new Date(api.now())), counts: counts.answer, ...list }
}

export const loader = async ({ context, request }: Route.LoaderArgs) => ({
  loading: await load(serverApi(context), request.url),
})
export const clientLoader = ({ request }: Route.ClientLoaderArgs) =>
  deferredData(request, load(browserApi, request.url))

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Admin orders', isIndexed: false })

function StatusTabs({ view, counts }: { view: View; counts: OrderCounts | undefined }) {
  const { status: _, waits: __, page: ___, ...kept } = view
  return (
    <Tabs
      label="Orders by status"
      tabs={[
        {
          label: 'All',
          to: addressOf(kept),
          isCurrent: view.status === undefined && view.waits === undefined,
          count: counts?.all,
        },
        ...ORDER_STATUSES.map((status) => ({
          label: STATUS_FACTS[status].label,
          to: addressOf({ ...kept, status }),
          isCurrent: view.status === status,
          count: counts?.[status],
        })),
      ]}
    />
  )
}

const WAIT_SENTENCES: Record<OrderWait, string> = {
  shipment: 'Only orders that can be shipped now.',
  address: 'Only orders that wait for an address of the customer.',
  refund: 'Only orders whose refund or dispute needs a person.',
}

const SHOWN_SORTS: Record<OrderSort, Sort> = {
  newest: { key: 'created', direction: 'descending' },
  oldest: { key: 'created', direction: 'ascending' },
  'total-desc': { key: 'total', direction: 'descending' },
  'total-asc': { key: 'total', direction: 'ascending' },
}

function sortOf({ key, direction }: Sort): OrderSort | undefined {
  const sort = ORDER_SORTS.find((one) => SHOWN_SORTS[one].key === key && SHOWN_SORTS[one].direction === direction)
  return sort === 'newest' ? undefined : sort
}

export default function AdminOrders({ loaderData }: Route.ComponentProps) {
  const { latest } = useDeferred(loaderData.loading)
  return (
    <AdminPage title="Admin Order Dashboard" className="orders-on-paper">
      {latest ? <OrdersView {...latest} /> : <Loading text="Loading orders..." />}
    </AdminPage>
  )
}

function OrdersView({ view, today, counts, answer, failure }: Awaited<ReturnType<typeof load>>) {
  const live = useLiveOrders({ items: answer?.items, counts, counted: countedBy(view) })
  const { orders, change } = live
  const mayDo = useMayDo()
  const selection = useSelection(orders.map(({ _id }) => _id))
  const [sending, setSending] = useState<readonly StaffOrder[]>()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()

  function reload() {
    selection.clear()
    void revalidate()
  }

  function close(isDone: boolean) {
    setSending(undefined)
    // The button that opened the dialog is gone with the choice.
    if (isDone) focusAfterRender('.order-bar input')
  }

  return (
    <>
      <OrderFilters path={ADDRESS} view={view} today={today} />
      <StatusTabs view={view} counts={live.counts} />
      {view.waits && (
        <p className="mt-3 text-sm">
          <span>{`${WAIT_SENTENCES[view.waits]} `}</span>
          <Link className="link" to={addressOf({ ...view, waits: undefined, page: 1 })}>
            Show all
          </Link>
        </p>
      )}
      <NewItemsButton
        count={live.newOrders}
        words={['order', 'orders']}
        onShow={() => void navigate(addressOf({ status: view.status }))}
      />
      <div className="order-loading">
        <ListLoading path={ADDRESS} text="Loading orders..." />
      </div>
      {failure !== undefined && <p className="error-summary mt-6">{`Error: ${failure}`}</p>}
      {failure === undefined && orders.length === 0 && (
        <div className="mt-6">
          <EmptyState message="No orders found.">
            {counts?.all === 0 && !view.search && !view.from && !view.to && (
              <p className="mt-2 text-sm text-muted">One appears here as soon as somebody has paid.</p>
            )}
          </EmptyState>
        </div>
      )}
      {orders.length > 0 && (
        <>
          <ChosenOrdersBar
            orders={orders}
            total={answer?.total ?? orders.length}
            selection={selection}
            listed={{ ...countedBy(view), status: view.status, waits: view.waits, sort: view.sort }}
            onShip={setSending}
          />
          <div className="table-frame orders-table">
            <Table
              caption="Orders"
              isCaptionHidden
              columns={orderColumns({
                selection,
                onStep: (order, to) => changeOrderStatus(order, to, change),
                onSend: (order) => setSending([order]),
                listed: view.status,
                hasMoney: mayDo('payers'),
              })}
              rows={orders}
              rowKey={({ _id }) => _id}
              rowProps={({ _id, status }) => ({
                className: hasMoved(status, view.status) ? 'is-moved' : undefined,
                'data-selected': selection.chosen.has(_id) ? '' : undefined,
              })}
              sort={SHOWN_SORTS[view.sort ?? 'newest']}
              onSort={(sort) => void navigate(addressOf({ ...view, sort: sortOf(sort), page: 1 }))}
            />
          </div>
        </>
      )}
      {sending && <ShipDialog orders={sending} onClose={close} onShipped={reload} />}
      <ListPages path={ADDRESS} view={view} total={answer?.total} perPage={ROWS_PER_PAGE.orders} />
    </>
  )
}
