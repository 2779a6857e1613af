import { sql } from 'kysely'

import type { CashShop } from '#prove/cash/cash-shop.ts'
import type { Db } from '#server/db/database.ts'

import { FEE_PAISE, OPEN_AT_ONCE } from '#prove/cash/cash-customer.ts'
import { taxOf, type TaxSums } from '#prove/cash/cash-tax.ts'
import { settle } from '#prove/cash/cash-shop.ts'
import { compareMonth, listDocumentFaults } from '#prove/compare-documents.ts'

interface StoredOrder {
  id: string
  status: string
  /** The state of its cash, or that it was paid in advance after all. */
  cash: string
  /** What was due at the door. */
  amountPaise: number
  totalPaise: number
  /** What the provider took for it and has not given back. */
  paidPaise: number
  /** Its moves, as the audit log has them, in their order. */
  history: string
}

const PAID = 'paid in advance'

async function listOrders(db: Db): Promise<StoredOrder[]> {
  const { rows } = await sql<StoredOrder>`
    select orders.id, orders.status, case when orders.is_cash then cash.status else ${PAID} end as cash, cash.amount_paise, orders.total_paise,
      (
        select coalesce(sum(payments.amount_paise - coalesce((
          select sum(amount_paise) from refunds where payment_id = payments.id and is_counted
        ), 0)), 0)::bigint from payments where payments.order_id = orders.id and payments.status = 'captured'
      ) as paid_paise,
      coalesce(string_agg(replace(action, 'order.', ''), ' > ' order by entry.id), '') as history
    from orders
    join cash_payments cash on cash.order_id = orders.id
    left join audit_log entry on entry.subject_type = 'order' and entry.subject_id = orders.id
    group by orders.id, cash.order_id order by orders.id`.execute(db)
  return rows
}

/** The only histories of each state of cash: a second statement of what may follow what. */
const UNDONE = '( > shipped > shipping taken back)*'
const CONFIRMED = ' > cash.confirmed'
const HISTORIES: Record<string, RegExp> = {
  'cash due': new RegExp(`^placed(${CONFIRMED}${UNDONE}( > shipped)?)?$`),
  'nothing due': new RegExp(`^placed(${CONFIRMED}${UNDONE}( > shipped)?)? > cancelled > cash.nothing due$`),
  refused: new RegExp(`^placed${CONFIRMED}${UNDONE} > shipped > cancelled > cash.refused( > cash.forgiven)?$`),
  collected: new RegExp(`^placed${CONFIRMED}${UNDONE} > shipped > delivered > cash.collected$`),
  [PAID]: new RegExp(
    `^placed(${CONFIRMED})?${UNDONE} > ${PAID} > cash.nothing due( > cancelled|${UNDONE} > shipped( > delivered| > cancelled)?)?$`,
  ),
  remitted: new RegExp(`^placed${CONFIRMED}${UNDONE} > shipped > delivered > cash.collected > cash.remitted$`),
}

/** Its parcel comes back: its pieces, and its money if it was paid in advance, wait for that. */
const isCalledBack = ({ history }: StoredOrder): boolean => history.includes('shipped > cancelled')

/**
 * Each order is one that its customer knows, over what they were told, and in the one state that its history allows.
 */
function listOrderFaults(shop: CashShop, stored: readonly StoredOrder[]): string[] {
  const faults: string[] = []
  for (const order of stored) {
    const { id, status, cash, amountPaise, totalPaise, paidPaise, history } = order
    const known = shop.orders.get(id)
    const isPaid = cash === PAID
    if (!known) faults.push(`the order ${id} stands and nobody knows of it`)
    else if (known.totalPaise !== amountPaise || totalPaise !== amountPaise - (isPaid ? FEE_PAISE : 0)) {
      faults.push(`the order ${id} is over ${amountPaise} and ${totalPaise}, and was to be over ${known.totalPaise}`)
    }
    if (paidPaise !== (isPaid && (status !== 'cancelled' || isCalledBack(order)) ? totalPaise : 0)) {
      faults.push(`the provider has ${paidPaise} paise for the order ${id}, which is ${cash} and ${status}`)
    }
    if (shop.paidNow.has(id) && !isPaid) faults.push(`the order ${id} was paid and is ${cash}`)
    if (!HISTORIES[cash]?.test(history)) faults.push(`the order ${id} is ${cash} after ${history}`)
  }
  if (stored.length !== shop.orders.size) faults.push(`${shop.orders.size} orders are known, ${stored.length} stand`)
  return faults
}

const sumOf = (orders: readonly StoredOrder[]): number => orders.reduce((sum, { amountPaise }) => sum + amountPaise, 0)

/**
 * Every rupee is due, collected, remitted, paid in advance or due no more, once; and what is remitted is what couriers
 * paid out.
 */
function listMoneyFaults(shop: CashShop, stored: readonly StoredOrder[]): string[] {
  const inState = (...states: string[]) => stored.filter(({ cash }) => states.includes(cash))
  const remitted = sumOf(inState('remitted'))
  const all = remitted + sumOf(inState('cash due', 'collected', 'refused', 'nothing due', PAID))
  const ordered = [...shop.orders.values()].reduce((sum, { totalPaise }) => sum + totalPaise, 0)
  return [
    ...(all === ordered ? [] : [`${ordered} paise were ordered, and ${all} are accounted for`]),
    ...(remitted === shop.remittedPaise ? [] : [`couriers paid ${shop.remittedPaise}, and ${remitted} are noted`]),
  ]
}

const PAGE = 100

/** The orders that the shop shows as those whose money a courier has are exactly the collected ones. */
async function listOwedFaults(shop: CashShop, stored: readonly StoredOrder[]): Promise<string[]> {
  const owed: string[] = []
  for (let page = 1, isLast = false; !isLast; page += 1) {
    const path = `/api/admin/getallorders?waits=remittance&limit=${PAGE}&page=${page}`
    const { status, body } = await settle(shop.world, path, () => shop.owner.call('cash: owed', 'GET', path))
    if (!Array.isArray(body)) return [`what couriers owe was answered ${status}`]
    const rows = body as { _id: string }[]
    owed.push(...rows.map(({ _id }) => _id))
    isLast = rows.length < PAGE
  }
  const collected = stored.filter(({ cash }) => cash === 'collected').map(({ id }) => id)
  const isSame = owed.toSorted().join(' ') === collected.toSorted().join(' ')
  return isSame ? [] : [`couriers owe ${collected.length} parcels, and the shop lists ${owed.length}`]
}

/** Of each product as many pieces are there as no standing order has, and no parcel that comes back. */
async function listStockFaults(db: Db, shop: CashShop, stored: readonly StoredOrder[]): Promise<string[]> {
  const { rows } = await sql<{ productId: string; stock: number; paidOnline: number }>`
    select product_id, sum(stock)::integer as stock, coalesce(sum((
      select sum(line.quantity) from order_lines line join orders on orders.id = line.order_id
      where line.product_size_id = size.id and (orders.status <> 'cancelled' or orders.is_called_back)
        and orders.id not in (select order_id from cash_payments)
    )), 0)::integer as paid_online
    from product_sizes size group by product_id`.execute(db)
  const found = new Map(rows.map((row) => [row.productId, row]))
  const cancelled = new Set(
    stored.filter((order) => order.status === 'cancelled' && !isCalledBack(order)).map(({ id }) => id),
  )
  const standing = [...shop.orders.values()].filter(({ id }) => !cancelled.has(id)).flatMap(({ lines }) => lines)
  return shop.products.flatMap(({ id, pieces }) => {
    const { stock = 0, paidOnline = 0 } = found.get(id) ?? {}
    const ordered = standing.reduce((sum, line) => sum + (line.productId === id ? line.quantity : 0), 0)
    const left = pieces - ordered - paidOnline
    return stock === left ? [] : [`${stock} pieces of ${id} are there, and ${left} should be`]
  })
}

const AMOUNTS = ['total', 'taxable', 'central', 'state', 'integrated'] as const

/**
 * Invoices and credit notes are as many as parcels left and came back unpaid, and the months' figures are those of a
 * second calculation.
 */
async function listTaxFaults(db: Db, shop: CashShop, stored: readonly StoredOrder[]): Promise<string[]> {
  const { rows: kinds } = await sql<{ kind: string; count: number }>`
    select kind, count(*)::integer as count from documents
    where order_id in (select order_id from cash_payments) group by kind`.execute(db)
  const left = stored.reduce((sum, { history }) => sum + history.split('shipped').length - 1, 0)
  const cameBack = stored.filter((order) => isCalledBack(order) && order.cash !== PAID).length
  const paid = stored.filter(({ cash }) => cash === PAID)
  const unsent = paid.filter(({ history }) => history.endsWith('nothing due > cancelled'))
  const expected: Record<string, number> = {
    'tax invoice': left,
    'credit note': cameBack,
    'receipt voucher': paid.length,
    'refund voucher': unsent.length,
  }
  const faults = [...new Set([...Object.keys(expected), ...kinds.map(({ kind }) => kind)])].flatMap((kind) => {
    const count = kinds.find((row) => row.kind === kind)?.count ?? 0
    return count === (expected[kind] ?? 0)
      ? []
      : [`there are ${count} of ${kind}, and ${expected[kind] ?? 0} should be`]
  })
  const { rows: months } = await sql<{ month: string }>`
    select distinct to_char(issued_at at time zone 'Asia/Kolkata', 'YYYY-MM') as month from documents order by 1`.execute(
    db,
  )
  const reported: TaxSums = { total: 0, taxable: 0, central: 0, state: 0, integrated: 0 }
  for (const { month } of months) {
    const sums = await compareMonth(shop.world, shop.owner, month)
    for (const amount of AMOUNTS) reported[amount] += Math.round(sums[amount] * 100)
  }
  const sent = stored.filter((order) => {
    const { status, cash } = order
    return status === 'shipped' || status === 'delivered' || (cash === PAID && isCalledBack(order))
  })
  const taxes = sent.flatMap(({ id, cash }) => {
    const known = shop.orders.get(id)
    return known ? [taxOf(known, cash === PAID)] : []
  })
  for (const amount of AMOUNTS) {
    const second = taxes.reduce((sum, tax) => sum + tax[amount], 0)
    const first = reported[amount]
    if (second !== first) faults.push(`${amount} of the month is ${first} and not ${second} paise`)
  }
  return faults
}

/** Customers, phones and addresses with more open orders than there may be; call it while nobody acts. */
export async function listOverfull(db: Db): Promise<string[]> {
  const { rows } = await sql<{ key: string; count: number }>`
    select key, count(*)::integer as count
    from orders
    join cash_payments cash on cash.order_id = orders.id and cash.status = 'cash due'
    cross join lateral (values (user_id), (phone_key(address)), (address_key(address))) as keys (key)
    group by key having count(*) > ${OPEN_AT_ONCE}`.execute(db)
  return rows.map(({ key, count }) => `${count} orders for cash of ${key} are open`)
}

/** How many orders are in each state of cash. */
export async function countStates(db: Db): Promise<string> {
  const { rows } = await sql<{ status: string; count: number }>`
    select case when is_cash then cash.status else ${PAID} end as status, count(*)::integer as count
    from cash_payments cash join orders on orders.id = order_id group by 1 order by 1`.execute(db)
  return rows.map(({ status, count }) => `${count} ${status}`).join(', ')
}

/**
 * What is wrong with the orders for cash, their money, their stock and their documents, compared with what was played.
 */
export async function listCashFaults(db: Db, shop: CashShop): Promise<string[]> {
  const stored = await listOrders(db)
  return [
    ...listOrderFaults(shop, stored),
    ...listMoneyFaults(shop, stored),
    ...(await listOwedFaults(shop, stored)),
    ...(await listStockFaults(db, shop, stored)),
    ...(await listDocumentFaults(db)),
    ...(await listTaxFaults(db, shop, stored)),
  ]
}
