import { failureOf, textIn, textsOf, type FormResult } from '#app/api/form-result.ts'
import { amountLeft, countLeft, paiseOfItems, itemsLeft } from '#contract/orders/cancelled-items.ts'
import { paiseFromRupees } from '#contract/units/money.ts'
import type { Order, StaffOrder } from '#contract/orders/orders.ts'

/** An order of which pieces can be cancelled, as its customer or the staff see it. */
export type Cancellable = Order | StaffOrder
type Line = Cancellable['products'][number]

export interface ChosenLine {
  line: Line
  quantity: number
  /** What comes back for them. */
  paise: number
}

/** The pieces that a form names by the ids of their lines, at most what is left of each. */
export function chosenItems({ products }: Pick<Cancellable, 'products'>, search: URLSearchParams): ChosenLine[] {
  return products.flatMap((line) => {
    const quantity = Math.min(Math.trunc(Number(search.get(line._id))) || 0, itemsLeft(line))
    if (quantity <= 0) return []
    const { product, ...rest } = line
    const paise = paiseOfItems({ ...rest, product: { ...product, price: product.price ?? 0 } }, quantity)
    return [{ line, quantity, paise }]
  })
}

export const countOf = (chosen: readonly ChosenLine[]): number =>
  chosen.reduce((sum, { quantity }) => sum + quantity, 0)

/**
 * What of an order's store credit its pieces that cost so much give back: the credit has the odd paise, as the server
 * counts it.
 */
function creditOf({ totalAmount, storeCredit }: Cancellable, gonePaise: number): number {
  const [total, used] = [totalAmount ?? 0, storeCredit?.used ?? 0].map(paiseFromRupees)
  return total && used ? Number((BigInt(used) * BigInt(gonePaise) + BigInt(total) - 1n) / BigInt(total)) : 0
}

/**
 * What comes back for these pieces, what of that is store credit, and what of the rest is paid in money then. Fees go
 * back with the whole order alone.
 */
export function restOfOrder(order: Cancellable, chosen: readonly ChosenLine[]) {
  const { products, totalAmount, cancelledAmount, storeCredit } = order
  const isWhole = countLeft({ products }) === countOf(chosen)
  const allPaise = paiseFromRupees(amountLeft({ totalAmount: totalAmount ?? 0, cancelledAmount }))
  const backPaise = isWhole ? allPaise : chosen.reduce((sum, { paise }) => sum + paise, 0)
  const allGone = paiseFromRupees(cancelledAmount ?? 0) + backPaise
  const used = paiseFromRupees(storeCredit?.used ?? 0)
  const creditGone = isWhole ? used : creditOf(order, allGone)
  const creditPaise = creditGone - paiseFromRupees(storeCredit?.returned ?? 0)
  return { isWhole, backPaise, creditPaise, leftPaise: allPaise - backPaise - (used - creditGone) }
}

const LEFT = 'left '

/** What a form asks to cancel, as the API takes it. */
function cancelBody(form: FormData) {
  const lines = [...form.keys()]
    .filter((name) => name.startsWith(LEFT))
    .map((name) => {
      const _id = name.slice(LEFT.length)
      return { _id, quantity: Number(textIn(form, _id)), left: Number(textIn(form, name)) }
    })
  const reason = textIn(form, 'reason').trim()
  return { lines, ...(reason !== '' && { reason }) }
}

/** Sends what a form asks to cancel. A refusal keeps what was typed. */
export async function cancelChosen(
  form: FormData,
  send: (body: ReturnType<typeof cancelBody>) => Promise<{ message: string }>,
): Promise<FormResult> {
  try {
    return { success: (await send(cancelBody(form))).message }
  } catch (error) {
    return failureOf(error, textsOf(form), 'Failed to cancel the pieces.')
  }
}
