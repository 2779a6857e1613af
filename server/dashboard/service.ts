import type { Figures, Waiting } from '#contract/dashboard/dashboard.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Db } from '#server/db/database.ts'

import { rupeesFromPaise } from '#contract/units/money.ts'
import { mayDo, type StaffRights } from '#contract/accounts/staff-areas.ts'
import type { StaffRole } from '#contract/accounts/staff-roles.ts'
import { listLowStock } from '#server/catalogue/service.ts'
import { listContacts } from '#server/contacts/service.ts'
import { countMissedCash, countParcelProblems, hasCashOrders, listLatestOrders } from '#server/orders/service.ts'
import { countToDo } from '#server/dashboard/dashboard-queries.ts'
import { drawSalesChart } from '#server/dashboard/draw-sales-chart.ts'
import {
  listBestSellers,
  listSalesByDay,
  sumSales,
  type Counted,
  type PeriodRow,
} from '#server/dashboard/daily-sales-queries.ts'
import { countPausedWebhooks } from '#server/programs/webhooks/service.ts'

export { listBestSellers } from '#server/dashboard/daily-sales-queries.ts'
export { countEverything } from '#server/dashboard/dashboard-queries.ts'

/** The chart shows the chosen days, and for today the week up to it. */
const FEWEST_CHART_DAYS = 7
/** How many best sellers, new orders and unread messages are listed, and half the number of products with low stock. */
const LISTED = 5

const averageOf = ({ paidOrders, revenuePaise }: PeriodRow['now']) =>
  paidOrders === 0 ? null : rupeesFromPaise(Math.round(revenuePaise / paidOrders))

/**
 * The figures of the last `days` days in India, today included, compared with the days before, and what needs
 * attention. The newest orders are those of both providers, as this caller may see them. A size with at most `lowStock`
 * pieces is low.
 */
export async function getFigures(
  db: Db,
  rights: StaffRights | null,
  days: number,
  { lowStock: lowStockLimit, ...counted }: Counted & { lowStock: number },
): Promise<Figures> {
  const [sums, byDay, sellers, lowStock, newest, unread] = await Promise.all([
    sumSales(db, days, counted),
    listSalesByDay(db, Math.max(days, FEWEST_CHART_DAYS), counted),
    listBestSellers(db, { days, limit: LISTED }, counted),
    listLowStock(db, { threshold: lowStockLimit, limit: 2 * LISTED }),
    listLatestOrders(db, rights, { limit: LISTED }),
    listContacts(db, { isRead: 'false', limit: LISTED }),
  ])
  return {
    days,
    from: sums.from.toISOString(),
    revenue: { now: rupeesFromPaise(sums.now.revenuePaise), before: rupeesFromPaise(sums.before.revenuePaise) },
    orders: { now: sums.now.orders, before: sums.before.orders },
    average: { now: averageOf(sums.now), before: averageOf(sums.before) },
    refunds: { amount: rupeesFromPaise(sums.refundPaise), count: sums.refundCount },
    chart: drawSalesChart(byDay),
    bestSellers: sellers.map(({ id: _id, revenuePaise, ...seller }) => {
      return { _id, ...seller, revenue: rupeesFromPaise(revenuePaise) }
    }),
    lowStock: lowStock.items.map(({ id: _id, categoryName: category, ...product }) => ({ _id, category, ...product })),
    lowStockCount: lowStock.total,
    lowStockLimit,
    newestOrders: newest,
    unread: { count: unread.total, newest: unread.items },
  }
}

/** Counts the returns that wait for somebody. */
export type CountReturns = (db: Db, counted: Counted) => Promise<NonNullable<Waiting['returns']>>

/** Returns whose money is due are not counted for who does not see it. */
const NO_MONEY_DUE = { refund: 0, overdue: 0, undelivered: 0 }

/** What waits for a person; 0 of the parts that their role does not have. */
export async function getToDoCounts(
  db: Db,
  role: StaffRole | null,
  {
    takesCash,
    cashMissedDays,
    countReturns,
    ...counted
  }: Counted & Pick<Settings, 'takesCash' | 'cashMissedDays'> & { countReturns: CountReturns },
): Promise<Waiting> {
  const counts = await countToDo(db, counted)
  const parcels = mayDo(role, 'orders') ? await countParcelProblems(db, counted) : undefined
  const hasParcels = Object.values(parcels ?? {}).some((count) => count > 0)
  const webhooks = mayDo(role, 'webhooks') ? await countPausedWebhooks(db) : 0
  const hasCash = mayDo(role, 'reconciliation') && (takesCash || (await hasCashOrders(db)))
  return {
    ...counts,
    ...(hasCash && { cash: await countMissedCash(db, { missedDays: cashMissedDays, ...counted }) }),
    ...(hasParcels && { parcels }),
    ...(webhooks > 0 && { webhooks }),
    ...(mayDo(role, 'returns') && {
      returns: { ...(await countReturns(db, counted)), ...(!mayDo(role, 'payers') && NO_MONEY_DUE) },
    }),
    ...(!mayDo(role, 'orders') && { toShip: 0, withoutAddress: 0, toConfirm: 0 }),
    ...(!mayDo(role, 'reconciliation') && { refunds: 0 }),
    ...(!mayDo(role, 'messages') && { messages: 0 }),
  }
}
