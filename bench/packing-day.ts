import type { AdminApi } from '#contract/api/admin-api.ts'
import type { Courier } from '#contract/orders/couriers.ts'
import type { PackingOrder } from '#contract/orders/packing.ts'
import type { StockRow } from '#contract/stock/stock.ts'

import { registerAndSignIn } from '#e2e/sign-in.ts'
import { ADDRESS } from '#test/purchase.ts'
import { createVisitor } from '#test/visitor.ts'

export const ORDERS = 200
const CUSTOMERS = 5
const PRODUCTS = 40
const PIECES = 400
/** Pieces of the orders, in turn: most have one or two. */
const LINES = [1, 2, 1, 3, 1, 2]
const SHELVES = 'ABCDE'

interface Bought {
  productId: string
  size: string | undefined
}

/** Each size of the first products has enough pieces and, by a sheet, a place on the shelf. */
async function fillShelves(origin: string, api: AdminApi): Promise<Bought[]> {
  const { products } = await createVisitor(origin).api.listProducts({ page: 1, limit: PRODUCTS })
  const sold: Bought[] = []
  const rows: string[] = []
  for (const { _id, sizes } of products) {
    const names = sizes.length > 0 ? sizes.map(({ size }) => size) : [undefined]
    for (const size of names.slice(0, 3)) {
      await api.setStock(_id, PIECES, size)
      sold.push({ productId: _id, size })
      const at = rows.length
      rows.push([_id, size ?? '', `${SHELVES[at % SHELVES.length]}-${(at * 7) % 13}-${(at * 5) % 11}`].join(','))
    }
  }
  const sheet = () => new File([['id,size,storage_place', ...rows].join('\n')], 'places.csv')
  const { token } = await api.importProducts(sheet())
  await api.importProducts(sheet(), token)
  return sold
}

/** Buys these pieces at the sandbox provider. */
async function buy({ api, fetch }: ReturnType<typeof createVisitor>, userId: string, pieces: readonly Bought[]) {
  for (const { productId, size } of pieces) await api.addToCart(productId, size)
  const { id } = await api.startPayment(ADDRESS)
  const paid = await fetch('/sandbox/razorpay/pay', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order_id: id, outcome: 'success', webhook: false }),
  })
  const answer = (await paid.json()) as Record<string, string>
  const proof = {
    razorpayOrderId: answer.razorpay_order_id ?? '',
    razorpayPaymentId: answer.razorpay_payment_id ?? '',
    signature: answer.razorpay_signature ?? '',
  }
  await api.verifyPayment(proof)
  await api.getOrder(userId, proof)
}

/** Orders of a day, each with one to three pieces that lie all over the shelves. */
export async function placeDay(origin: string, administrator: AdminApi, say: (line: string) => void): Promise<void> {
  const sold = await fillShelves(origin, administrator)
  const people = await Promise.all(
    Array.from({ length: CUSTOMERS }, async () => {
      const visitor = createVisitor(origin)
      return { visitor, _id: (await registerAndSignIn(visitor.api))._id }
    }),
  )
  let placed = 0
  async function buyAll(turn: number): Promise<void> {
    const person = people[turn]
    if (!person) return
    for (let order = turn; order < ORDERS; order += CUSTOMERS) {
      const pieces = Array.from(
        { length: LINES[order % LINES.length] ?? 1 },
        (_, line) => sold[(order * 53 + line * 17) % sold.length],
      )
      await buy(
        person.visitor,
        person._id,
        pieces.filter((one) => one !== undefined),
      )
      placed += 1
      if (placed % 50 === 0) say(`${placed} orders are placed`)
    }
  }
  await Promise.all(people.map((_, turn) => buyAll(turn)))
}

/** Every tenth parcel goes with another courier. */
export function courierOf(place: number): { courier: Courier; name: string; trackingNumber: string } {
  return place % 10 === 9
    ? { courier: 'blue-dart', name: 'Blue Dart', trackingNumber: String(59_000_000_000 + place) }
    : { courier: 'delhivery', name: 'Delhivery', trackingNumber: String(14_900_000_000 + place) }
}

/** Where all pieces are. */
export async function listPlaces(api: AdminApi): Promise<Map<string, StockRow>> {
  const rows = new Map<string, StockRow>()
  for (let page = 1; ; page += 1) {
    const { items, total } = await api.listStock({ page, limit: 100 })
    for (const row of items) rows.set(row._id, row)
    if (items.length === 0 || rows.size >= total) return rows
  }
}

const piecesOf = ({ lines }: PackingOrder) => lines.reduce((sum, { quantity }) => sum + quantity, 0)

/** How many pieces the shop was told of as packed, one by one. */
async function countScanned(api: AdminApi, rows: readonly StockRow[]): Promise<number> {
  let scanned = 0
  for (const id of new Set(rows.filter(({ parcel }) => parcel > 0).map(({ product }) => product._id))) {
    const { items } = await api.listMovements(id, { place: 'packed', limit: 100 })
    scanned += items.filter(({ to }) => to === 'packed').reduce((sum, { quantity }) => sum + quantity, 0)
  }
  return scanned
}

/**
 * Throws unless each order was shipped once, with its own courier and number, and every piece was scanned once and is
 * in a parcel.
 */
export async function checkDay(
  api: AdminApi,
  { packed, numbers, before }: { packed: PackingOrder[]; numbers: Map<string, number>; before: Map<string, StockRow> },
): Promise<void> {
  const faults: string[] = []
  const { total } = await api.listPackingOrders()
  if (total > 0) faults.push(`${total} orders still wait to be packed`)
  for (const { _id } of packed) {
    const { order } = await api.getOrderDetail(_id)
    const wanted = courierOf(numbers.get(_id) ?? Number.NaN)
    const has = `${order.status} ${order.shipment?.courier} ${order.shipment?.trackingNumber}`
    if (has !== `shipped ${wanted.courier} ${wanted.trackingNumber}`) faults.push(`order ${_id} is ${has}`)
    const { entries } = await api.listAudit({ search: _id })
    const times = entries.filter(({ action }) => action === 'order.shipped').length
    if (times !== 1) faults.push(`order ${_id} was shipped ${times} times`)
  }
  const sold = new Map<string, number>()
  for (const { sku, quantity } of packed.flatMap(({ lines }) => lines)) {
    sold.set(sku ?? '', (sold.get(sku ?? '') ?? 0) + quantity)
  }
  const rows = await listPlaces(api)
  for (const [id, row] of rows) {
    const was = before.get(id)
    const pieces = sold.get(row.sku) ?? 0
    const isRight = row.held + row.packed === 0 && row.parcel === pieces && row.shelf === was?.shelf
    if (!isRight) faults.push(`of ${row.sku} ${row.parcel} of ${pieces} pieces are in parcels, ${row.packed} packed`)
  }
  const pieces = packed.reduce((sum, order) => sum + piecesOf(order), 0)
  const scanned = await countScanned(api, [...rows.values()])
  if (scanned !== pieces) faults.push(`${scanned} of ${pieces} pieces were noted as scanned`)
  if (faults.length > 0) throw new Error(`The day ended wrong:\n${faults.join('\n')}`)
}
