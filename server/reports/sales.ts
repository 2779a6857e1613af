import type { Figures } from '#contract/reports.ts'
import type { Db } from '#server/db/open.ts'

import { rupeesFromPaise } from '#contract/money.ts'
import { listLowStock } from '#server/catalogue/service.ts'
import { listContacts } from '#server/contacts/service.ts'
import { listLatestOrders } from '#server/orders/service.ts'
import { drawSales } from '#server/reports/sales-chart.ts'
import { listBestSellers, listSalesByDay, sumSales, type Counted } from '#server/reports/sales-queries.ts'

const CHART_DAYS = 30
const LISTED = 5

interface Sum {
  paidOrders: number
  revenuePaise: number
}

const averageOf = ({ paidOrders, revenuePaise }: Sum) =>
  paidOrders === 0 ? null : rupeesFromPaise(Math.round(revenuePaise / paidOrders))

/**
 * How the shop does: the last so many days, today among them, against as long a time before, and what wants looking
 * after. A day is India's. The newest orders are those of either provider.
 */
export async function getFigures(db: Db, days: number, counted: Counted): Promise<Figures> {
  const [sums, byDay, sellers, lowStock, newest, unread] = await Promise.all([
    sumSales(db, days, counted),
    listSalesByDay(db, CHART_DAYS, counted),
    listBestSellers(db, { days, limit: LISTED }, counted),
    listLowStock(db, { limit: LISTED + LISTED }),
    listLatestOrders(db, LISTED),
    listContacts(db, { isRead: 'false', limit: LISTED }),
  ])
  return {
    days,
    from: sums.from.toISOString(),
    revenue: { now: rupeesFromPaise(sums.now.revenuePaise), before: rupeesFromPaise(sums.before.revenuePaise) },
    orders: { now: sums.now.orders, before: sums.before.orders },
    average: { now: averageOf(sums.now), before: averageOf(sums.before) },
    refunds: { amount: rupeesFromPaise(sums.refundPaise), count: sums.refundCount },
    chart: drawSales(byDay),
    bestSellers: sellers.map(({ id, revenuePaise, ...seller }) => ({
      _id: id,
      ...seller,
      revenue: rupeesFromPaise(revenuePaise),
    })),
    lowStock: lowStock.items.map(({ id, categoryName, ...product }) => ({
      _id: id,
      category: categoryName,
      ...product,
    })),
    lowStockCount: lowStock.total,
    newestOrders: newest,
    unread: { count: unread.total, newest: unread.items },
  }
}
