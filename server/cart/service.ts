import type { Cart } from '#contract/cart/cart.ts'
import type { Db } from '#server/db/database.ts'
import type { FrozenLine } from '#server/db/order-tables.ts'
import type { ShopError } from '#contract/api/errors.ts'

import { feesAnswer, feesPaise, type Fee, type ShippingRule } from '#contract/cart/fees.ts'
import { MAX_LINE_QUANTITY } from '#contract/cart/cart-limits.ts'
import { discountAnswer } from '#contract/cart/offer-discount.ts'
import { hsnOf } from '#contract/tax/gst-rules.ts'
import { rupeesFromPaise, totalPaiseOf } from '#contract/units/money.ts'
import { isLineIdOf, newLineId } from '#server/cart/line-id.ts'
import {
  addLines,
  addOne,
  deleteLine,
  imageOf,
  listLines,
  setQuantity,
  type AdditionOutcome,
  type CartRow,
  type OwnLine,
} from '#server/cart/queries.ts'
import { listNewestOwners } from '#server/cart/newest-owner-queries.ts'
import { CART_FULL, findShortage, TOO_MANY } from '#server/cart/shortage-notices.ts'
import { isForeignKeyViolation, isUniqueViolation } from '#server/db/database-errors.ts'
import { withRetry } from '#server/db/in-transaction.ts'
import { urgently } from '#server/db/urgent-work.ts'
import { batchCalls } from '#server/db/batch-calls.ts'
import { conflict, invalid, keyUsedOtherwise, notFound, outOfStock } from '#server/errors.ts'
import {
  customerOffers,
  NO_OFFERS,
  priceCart,
  type Discount,
  type CustomerOffers,
  type EnteredCode,
  type OfferOutcome,
} from '#server/offers/service.ts'

export { carryCodes } from '#server/cart/carry-codes.ts'
export { priceWanted, type WantedLine } from '#server/cart/price-wanted.ts'
export { CART_FULL, findShortage }

/** One piece of a product. */
export interface Added {
  userId: string
  productId: string
  /** Undefined: the first size in stock. */
  size: string | undefined
  /** Calls with the same key add once. */
  idempotencyKey: string | undefined
}

/** Why nothing was added. */
function refusalOf({ hasProduct, hasSize, name, available, hasRoom }: AdditionOutcome): ShopError {
  if (!hasProduct) return notFound('Product')
  if (!hasSize || name === null) return invalid('This product has no such size.', { size: 'There is no such size.' })
  if (!hasRoom && available >= 1) return conflict(CART_FULL)
  // The line has all of the stock already, or as many as a line may have.
  const shortage = findShortage({ name, quantity: MAX_LINE_QUANTITY, available, isGone: false })
  return shortage === undefined ? invalid(TOO_MANY) : outOfStock(shortage)
}

/**
 * Adds one piece to a customer's cart; each size is a line of its own. Throws not-found for the product, invalid for
 * its size or a full line, out-of-stock, and a conflict for a full cart and for a key that was used for something else.
 */
export async function addToCart(db: Db, { userId, productId, size, idempotencyKey }: Added): Promise<void> {
  const request = `${productId} ${size ?? ''}`
  const lineId = newLineId(userId)
  const key = idempotencyKey ?? null
  const add = () => addOne(db, { lineId, userId, productId, size: size || null, idempotencyKey: key, request })
  const addWithRetry = () => withRetry(add, (error) => isUniqueViolation(error) || isForeignKeyViolation(error))
  let outcome = await addWithRetry()
  // A call with the same key may have filled the line a moment earlier. Only a later statement sees its key.
  if (!outcome.isAdded && outcome.repeats === null && key !== null) outcome = await addWithRetry()
  if (outcome.isAdded || outcome.repeats === request) return
  if (outcome.repeats !== null) throw keyUsedOtherwise()
  throw refusalOf(outcome)
}

/**
 * Removes a line. Does nothing if it is removed already. Throws not-found for an id that never was a line of this cart.
 */
export async function removeFromCart(db: Db, line: OwnLine): Promise<void> {
  if (!(await deleteLine(db, line)) && !isLineIdOf(line.userId, line.lineId)) throw notFound('Cart item')
}

/** A line of a cart with its current price in paise, for checkout. */
export interface PricedLine extends Omit<CartRow, 'description' | 'hasPicture' | 'hsn'> {
  /** What the cart's offer takes off all pieces of the line together. */
  discountPaise: number
  image: string | null
  hsn: string
  /** A sentence that says why it cannot be bought; undefined if it can. */
  shortage: string | undefined
}

/** A line with the offers that its customer may have, the same in each line of a cart. */
type OfferedRow = CartRow & { offers: CustomerOffers }

const buyableOf = (rows: readonly OfferedRow[]) => rows.filter((row) => findShortage(row) === undefined)

/** The lines that can be bought, what they cost together, and what the offers make of them. */
function priceRows(
  rows: readonly OfferedRow[],
  rule: ShippingRule,
): OfferOutcome & { buyable: OfferedRow[]; subtotalPaise: number } {
  const buyable = buyableOf(rows)
  const outcome = priceCart(buyable, rows[0]?.offers ?? NO_OFFERS, rule)
  return { buyable, subtotalPaise: totalPaiseOf(buyable), ...outcome }
}

/** A customer's cart at current prices, for checkout. */
export interface PricedCart {
  /** In the order in which they were added. */
  lines: PricedLine[]
  discount: Discount | undefined
  code: EnteredCode | undefined
  /** The shipping fee that is left. */
  shipping: Fee[]
}

export async function getPricedCart(db: Db, userId: string, rule: ShippingRule): Promise<PricedCart> {
  const rows = await listLines(db, [userId], customerOffers)
  const { buyable, discount, code, shipping } = priceRows(rows, rule)
  const lines = rows.map((row) => ({
    ...row,
    discountPaise: discount?.byLine[buyable.indexOf(row)] ?? 0,
    image: imageOf(row),
    hsn: hsnOf(row.hsn, row.category),
    shortage: findShortage(row),
  }))
  return { lines, discount, code, shipping }
}

/** The carts that were filled last, with the lines that can be bought of each. */
export async function listNewestCarts(db: Db, limit: number): Promise<CartRow[][]> {
  const owners = await listNewestOwners(db, limit)
  const carts = Map.groupBy(await listLines(db, owners, customerOffers), ({ userId }) => userId)
  return owners.map((userId) => buyableOf(carts.get(userId) ?? [])).filter(({ length }) => length > 0)
}

function answerLine(row: CartRow): Cart['cart'][number] {
  const notice = findShortage(row)
  return {
    _id: row.id,
    productId: row.productId,
    name: row.name,
    description: row.description,
    price: rupeesFromPaise(row.pricePaise),
    ...(row.discountedPricePaise !== null && { discountedPrice: rupeesFromPaise(row.discountedPricePaise) }),
    quantity: row.quantity,
    ...(row.size !== '' && { size: row.size }),
    stock: Math.max(row.available, 0),
    image: imageOf(row),
    ...(notice !== undefined && { notice }),
  }
}

/** The cart with these lines. `finalprice` counts the lines that can be bought; the others have a `notice`. */
function cartOf(rows: readonly OfferedRow[], rule: ShippingRule): Cart {
  const { subtotalPaise, discount, code, shipping } = priceRows(rows, rule)
  const goodsPaise = subtotalPaise - (discount?.discountPaise ?? 0)
  return {
    cart: rows.map(answerLine),
    finalprice: rupeesFromPaise(goodsPaise + feesPaise(shipping)),
    ...feesAnswer(shipping),
    ...(discount && {
      discount: { subtotal: rupeesFromPaise(subtotalPaise), ...discountAnswer(discount) },
    }),
    ...(code && { code }),
  }
}

/** Reads carts. Reads at the same moment share one statement, which begins after the last of them was asked for. */
export function createCartReader(db: Db, ruleNow: () => ShippingRule): (userId: string) => Promise<Cart> {
  const read = batchCalls(async (userIds: readonly string[]) => {
    // One statement for all who look at a cart, so that whoever buys does not wait behind those who search.
    const rows = await urgently(() => listLines(db, userIds, customerOffers))
    const lines = Map.groupBy(rows, ({ userId }) => userId)
    return userIds.map((userId) => lines.get(userId) ?? [])
  })
  return async (userId) => cartOf(await read(userId), ruleNow())
}

/** The cart of a customer. */
export const getCart = async (db: Db, userId: string, rule: ShippingRule): Promise<Cart> =>
  cartOf(await listLines(db, [userId], customerOffers), rule)

type FormerLine = Pick<FrozenLine, 'name' | 'size' | 'productSizeId' | 'quantity'>

/**
 * Adds the lines of an earlier order to the cart, as far as they are available. A line that exists already gets at
 * least the ordered quantity. Returns the lines that could not be added, or not in full, each with a sentence.
 */
export const addOrderedLines = (db: Db, userId: string, lines: readonly FormerLine[]): Promise<NotAdded[]> =>
  // Retried after a deadlock: an order that is placed at the same time locks lines of this cart in another order.
  withRetry(() => addInTransaction(db, userId, lines))

interface NotAdded {
  line: FormerLine
  sentence: string
}

/** The same in a transaction of the caller, who tries again after a deadlock. */
export async function addInTransaction(db: Db, userId: string, lines: readonly FormerLine[]): Promise<NotAdded[]> {
  const wanted = lines.map(({ productSizeId, quantity }) => ({ lineId: newLineId(userId), productSizeId, quantity }))
  const added = await addLines(db, userId, wanted)
  const addedBySize = new Map(added.map((line) => [line.productSizeId, line]))
  return lines.flatMap((line) => {
    const { name, size, quantity } = line
    const found = addedBySize.get(line.productSizeId) ?? { isGone: true, available: 0, quantity: 0, hasRoom: true }
    if (found.quantity >= quantity) return []
    if (!found.hasRoom) return [{ line, sentence: CART_FULL }]
    const called = size ? `${name} (${size})` : name
    const sentence = findShortage({ name: called, quantity, available: found.available, isGone: found.isGone })
    return [{ line, sentence: sentence ?? TOO_MANY }]
  })
}

/** Sets the quantity of a line. Throws not-found, out-of-stock, and invalid for more than a line may hold. */
export async function changeQuantity(db: Db, change: OwnLine & { quantity: number }): Promise<void> {
  const outcome = await setQuantity(db, change)
  if (!outcome) throw notFound('Cart item')
  if (outcome.isChanged) return
  const shortage = findShortage({ ...outcome, quantity: change.quantity })
  throw shortage === undefined ? invalid(TOO_MANY, { quantity: TOO_MANY }) : outOfStock(shortage)
}
