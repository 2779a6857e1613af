import { useLiveCounts } from '#app/admin/list/use-live-counts.ts'
import { useAdminEvents, type PublishedEvent } from '#app/admin/shell/admin-events.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { useLatestCall } from '#app/api/use-latest-call.ts'
import { useDerivedState } from '#app/ui/use-derived-state.ts'
import type { StaffOrder, OrderCounts, OrderCountsQuery } from '#contract/orders/orders.ts'

/** At most this many rows are refreshed at once; the others stay until the list is reloaded. */
const MAX_ROWS = 10

interface Listed {
  items: readonly StaffOrder[] | undefined
  counts: OrderCounts | undefined
  /** Which orders are counted. */
  counted: OrderCountsQuery
}

/**
 * The rows and counts of an order list, updated live: a changed order is updated in its row, new orders are only
 * counted.
 */
export function useLiveOrders({ items, counts, counted }: Listed) {
  const [orders, setOrders] = useDerivedState(items, (given): readonly StaffOrder[] => given ?? [])
  const [shownCounts, countSoon] = useLiveCounts(counts, () => browserApi.countOrders(counted))
  const [fresh, setFresh] = useDerivedState(items, (): ReadonlySet<string> => new Set())
  const [unnamed, setUnnamed] = useDerivedState(items, () => 0)
  const startCall = useLatestCall()

  const show = (order: StaffOrder) => setOrders((known) => known.map((one) => (one._id === order._id ? order : one)))

  /** Shows an order that this administrator has changed, and refreshes the counts. */
  function change(order: StaffOrder) {
    startCall(order._id)
    show(order)
    countSoon()
  }

  async function read(id: string): Promise<void> {
    const isLatest = startCall(id)
    const detail = await browserApi.getOrderDetail(id).catch(() => undefined)
    // An answer that was read before a change may arrive after it.
    if (detail && isLatest()) show(detail.order)
  }
  const refresh = (ids: readonly string[]) =>
    Promise.all(
      orders
        .filter(({ _id }) => ids.includes(_id))
        .slice(0, MAX_ROWS)
        .map(({ _id }) => read(_id)),
    )

  useAdminEvents((event: PublishedEvent) => {
    if (event.kind === 'missed') {
      countSoon()
      return void refresh(orders.map(({ _id }) => _id))
    }
    if (event.kind !== 'order') return
    countSoon()
    if (event.change === 'update') return void refresh(event.ids)
    if (event.ids.length === 0) setUnnamed((known) => known + 1)
    const known = new Set(orders.map(({ _id }) => _id))
    setFresh((before) => new Set([...before, ...event.ids.filter((id) => !known.has(id))]))
  })

  return { orders, counts: shownCounts, newOrders: fresh.size + unnamed, change }
}
