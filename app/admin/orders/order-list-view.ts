import { STUCK_DAYS, UNSCANNED_DAYS } from '#contract/orders/parcel-limits.ts'
import { choiceIn, dayIn, listAddress, pageIn, wordsIn } from '#app/admin/list/query-parameters.ts'
import { loadOrFailure } from '#app/admin/shell/load-or-failure.ts'
import type { Sort } from '#app/ui/table.tsx'
import type { AdminApi } from '#contract/api/admin-api.ts'
import { dayInIndia } from '#contract/units/india-time.ts'
import {
  ORDER_SORTS,
  ORDER_STATUSES,
  ORDER_WAITS,
  STATUS_FACTS,
  type OrderSort,
  type OrderWait,
} from '#contract/states/order-states.ts'
import type { OrderCounts } from '#contract/orders/orders.ts'
import { ROWS_PER_PAGE } from '#contract/api/rows-per-page.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'

export const ORDERS = '/admin/neworders'
export const ORDERS_PER_PAGE = ROWS_PER_PAGE.orders

/** What is chosen in the address of the list. */
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
export type OrderView = ReturnType<typeof viewOf>

/** Which orders the numbers of the tabs count. */
export const countedBy = ({ search, from, to }: OrderView) => ({ search, from, to })

export const addressOf = (view: Partial<OrderView>) => listAddress(ORDERS, view)

/** The orders and the counts of this address; `today` is the day in India. */
export async function loadOrders(api: AdminApi, url: string) {
  const view = viewOf(url)
  const [list, counts] = await Promise.all([
    loadOrFailure(api.listAllOrders({ ...view, limit: ORDERS_PER_PAGE }), ADMIN_WORDINGS.ordersFailed),
    loadOrFailure(api.countOrders(countedBy(view)), ADMIN_WORDINGS.ordersFailed),
  ])
  return { view, today: dayInIndia(new Date(api.now())), counts: counts.answer, ...list }
}
export type LoadedOrders = Awaited<ReturnType<typeof loadOrders>>

/** The list as it is before it has loaded. */
export const LOADING: LoadedOrders = {
  view: viewOf('http://shop/'),
  today: '',
  counts: undefined,
  answer: undefined,
  failure: '',
}

/** The list by status, with the number of orders of each. */
export function tabsOf({ status: shown, waits, page: _, ...kept }: OrderView, counts: OrderCounts | undefined) {
  const all = { label: 'All', to: addressOf(kept), isCurrent: !shown && !waits, count: counts?.all }
  const tabs = ORDER_STATUSES.map((status) => ({
    label: STATUS_FACTS[status].label,
    to: addressOf({ ...kept, status }),
    isCurrent: shown === status,
    count: counts?.[status],
  }))
  return { label: 'Orders by status', tabs: [all, ...tabs] }
}

export const WAIT_SENTENCES: Record<OrderWait, string> = {
  shipment: 'Only orders that can be shipped now.',
  address: 'Only orders that wait for an address of the customer.',
  refund: 'Only orders whose refund or dispute needs a person.',
  confirmation: 'Only orders for cash that nobody has confirmed yet.',
  remittance: 'Only orders whose cash the courier still has.',
  stuck: `Only orders whose parcel has not moved for ${STUCK_DAYS} days.`,
  unscanned: `Only orders whose number is ${UNSCANNED_DAYS} days old and was never scanned.`,
  undelivered: 'Only orders whose parcel could not be delivered, is lost or comes back.',
  late: 'Only orders that should have arrived by now.',
}

const SHOWN_SORTS: Record<OrderSort, Sort> = {
  newest: { key: 'created', direction: 'descending' },
  oldest: { key: 'created', direction: 'ascending' },
  'total-desc': { key: 'total', direction: 'descending' },
  'total-asc': { key: 'total', direction: 'ascending' },
}

/** How the table shows that it is sorted. */
export const shownSort = ({ sort = 'newest' }: OrderView): Sort => SHOWN_SORTS[sort]

/** What a chosen column and direction are called in the address; nothing for the usual order. */
export function sortOf({ key, direction }: Sort): OrderSort | undefined {
  const sort = ORDER_SORTS.find((one) => SHOWN_SORTS[one].key === key && SHOWN_SORTS[one].direction === direction)
  return sort === 'newest' ? undefined : sort
}
