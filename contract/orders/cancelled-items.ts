import { paidPrice, paiseFromRupees } from '#contract/units/money.ts'

/** A line of an order, as far as it says what its pieces cost. */
interface PricedLine {
  product: { price: number; discountedPrice?: number | undefined }
  quantity: number
  /** What an offer took off all its pieces, in rupees. */
  discount?: number | undefined
  cancelled?: number | undefined
}

/**
 * What an offer took off the first so many pieces of a line. The first ones bear the odd paise, so all shares are the
 * whole discount.
 */
const discountOfItems = (discountPaise: number, quantity: number, pieces: number): number =>
  Math.floor(discountPaise / quantity) * pieces + Math.min(pieces, discountPaise % quantity)

/** The pieces of a line that were not cancelled. */
export const itemsLeft = ({ quantity, cancelled = 0 }: Pick<PricedLine, 'quantity' | 'cancelled'>): number =>
  quantity - cancelled

/** How many pieces of each line were not cancelled: what its parcel has. */
export const packedOf = ({
  products,
}: {
  products: readonly (Pick<PricedLine, 'quantity' | 'cancelled'> & { _id: string })[]
}): { _id: string; quantity: number }[] => products.map((line) => ({ _id: line._id, quantity: itemsLeft(line) }))

/** All pieces of an order that were not cancelled. */
export const countLeft = ({ products }: { products: readonly Pick<PricedLine, 'quantity' | 'cancelled'>[] }): number =>
  products.reduce((sum, line) => sum + itemsLeft(line), 0)

/** What goes back in paise if so many more pieces of a line are cancelled: exactly what was paid for them. */
export function paiseOfItems({ product, quantity, discount = 0, cancelled = 0 }: PricedLine, pieces: number): number {
  const off = (count: number) => discountOfItems(paiseFromRupees(discount), quantity, count)
  return paiseFromRupees(paidPrice(product)) * pieces - (off(cancelled + pieces) - off(cancelled))
}

/** What an order costs without the pieces that were cancelled, in rupees. */
export const amountLeft = ({
  totalAmount,
  cancelledAmount = 0,
}: {
  totalAmount: number
  cancelledAmount?: number | undefined
}): number => (paiseFromRupees(totalAmount) - paiseFromRupees(cancelledAmount)) / 100

/** An order's store credit, where it has some. */
interface CreditedOrder {
  totalAmount: number
  cancelledAmount?: number | undefined
  storeCredit?: { used: number; returned: number } | undefined
}

/** What store credit pays of an order without the pieces that were cancelled, in rupees. */
export const creditLeft = ({ storeCredit }: Pick<CreditedOrder, 'storeCredit'>): number =>
  storeCredit ? (paiseFromRupees(storeCredit.used) - paiseFromRupees(storeCredit.returned)) / 100 : 0

/** What is left of it to be paid in money, in rupees. */
export const moneyLeft = (order: CreditedOrder): number =>
  (paiseFromRupees(amountLeft(order)) - paiseFromRupees(creditLeft(order))) / 100

/** What of the whole order was to be paid in money, in rupees. */
export const moneyOf = ({ totalAmount, storeCredit }: CreditedOrder): number =>
  (paiseFromRupees(totalAmount) - paiseFromRupees(storeCredit?.used ?? 0)) / 100
