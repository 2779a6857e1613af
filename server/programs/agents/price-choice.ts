import type { AgentContext, Message } from '#server/programs/agents/agent-call.ts'
import type { AskedLine } from '#server/programs/agents/choice-inputs.ts'
import type { ChosenLine } from '#server/db/agent-tables.ts'
import type { Reach } from '#server/programs/agents/fulfillment.ts'
import type { Choice } from '#server/programs/agents/queries.ts'

import { FEE_NAMES, feeOf, feesPaise } from '#contract/cart/fees.ts'
import { paiseFromRupees } from '#contract/units/money.ts'
import { MAX_PIECES } from '#server/programs/agents/agent-limits.ts'
import { CURRENCY } from '#server/programs/agents/describe-product.ts'
import { codesIn, describeDiscounts } from '#server/programs/agents/discount-codes.ts'
import { unitMismatch } from '#server/programs/agents/protocol-errors.ts'
import { readVariantId } from '#server/programs/agents/variant-id.ts'
import { priceWanted, type WantedLine } from '#server/cart/service.ts'

/** The protocol's name for a piece. Source: UN/CEFACT Recommendation 20. */
const PIECE = 'C62'

/** What an agent asks for, one line a size. Throws where it counts in something else than pieces. */
export function chosenLines(asked: readonly AskedLine[]): ChosenLine[] {
  const quantities = new Map<string, number>()
  for (const { item, quantity } of asked) {
    const unit = item.quantity_unit
    if (unit && (unit.unit !== PIECE || (unit.scale ?? 0) !== 0)) throw unitMismatch()
    quantities.set(item.id, Math.min((quantities.get(item.id) ?? 0) + quantity, MAX_PIECES))
  }
  return [...quantities].map(([id, quantity]) => ({ id, quantity }))
}

/** The sizes that are chosen, as the cart asks for them. An id that is none is no size of any product. */
export const wantedIn = (lines: readonly ChosenLine[]) =>
  lines.map(({ id, quantity }) => ({ ...(readVariantId(id) ?? { productId: '', size: '' }), quantity }))

type Chosen = Pick<Choice, 'lines' | 'codes'>

/** What is chosen, as the shop prices it. */
export const askedIn = ({ lines, codes }: Chosen) => ({ wanted: wantedIn(lines), codes: codesIn(codes) })

const called = ({ row: { name, size } }: WantedLine) => (size === '' ? name : `${name}, size ${size}`)

const total = (type: string, amount: number, displayText?: string) => ({
  type,
  ...(displayText !== undefined && { display_text: displayText }),
  amount,
})

function describeLine(id: string, line: WantedLine, shopUrl: string) {
  const { row, image, quantity, discountPaise } = line
  const amount = row.paidPricePaise * quantity
  return {
    id,
    item: {
      id,
      title: called(line),
      price: row.paidPricePaise,
      ...(image !== null && { image_url: new URL(image, shopUrl).href }),
    },
    quantity,
    totals: [
      total('subtotal', amount),
      ...(discountPaise > 0 ? [total('items_discount', -discountPaise)] : []),
      total('total', amount - discountPaise),
    ],
  }
}

/** What cannot be had, or not so many of it. `path` is where its line stands, if it has one. */
function shortageOf({ id, quantity }: ChosenLine, line: WantedLine | undefined, path: string): Message | undefined {
  if (!line || line.row.isGone) {
    const content = line ? `${called(line)} is no longer sold.` : `There is no item ${id}.`
    return { type: 'error', code: 'item_unavailable', content, severity: 'recoverable' }
  }
  if (line.quantity === 0) {
    return { type: 'error', code: 'out_of_stock', content: `${called(line)} is out of stock.`, severity: 'recoverable' }
  }
  if (line.quantity === quantity) return undefined
  const content = `Only ${line.quantity} of ${quantity} pieces of ${called(line)} can be bought.`
  return { type: 'warning', code: 'quantity_adjusted', content, path }
}

/**
 * What is chosen, at the prices and with the stock of this moment. Whatever cannot be bought now is no line but a
 * message, so no line promises what is not there. Nothing is held. With the way to a place its fee is part of the
 * total, as at the checkout.
 */
export async function priceChoice(
  { shop, shopUrl }: Pick<AgentContext, 'shop' | 'shopUrl'>,
  choice: Chosen,
  reach?: Reach,
) {
  const { lines, ...priced } = await priceWanted(shop.db, askedIn(choice), shop.settings.current())
  const { subtotalPaise, discount } = priced
  const isEmpty = lines.every((line) => !line || line.quantity === 0)
  const fees = [...priced.shipping, ...feeOf('pin', isEmpty ? 0 : paiseFromRupees(reach?.delivery?.fee ?? 0))]
  const described: ReturnType<typeof describeLine>[] = []
  const byLine: number[] = []
  const messages: Message[] = []
  choice.lines.forEach((one, place) => {
    const line = lines[place]
    const shortage = shortageOf(one, line, `$.line_items[${described.length}].quantity`)
    if (shortage) messages.push(shortage)
    if (!line || line.quantity === 0) return
    described.push(describeLine(one.id, line, shopUrl))
    byLine.push(line.discountPaise)
  })
  const { discounts, messages: ofCodes } = describeDiscounts(choice.codes, priced, byLine)
  const { discountPaise, shippingOffPaise } = discount ?? { discountPaise: 0, shippingOffPaise: 0 }
  return {
    line_items: described,
    currency: CURRENCY,
    totals: [
      total('subtotal', subtotalPaise, 'Subtotal'),
      ...(discountPaise > 0 ? [total('items_discount', -discountPaise, discount?.reason)] : []),
      ...feeOf('shipping', shippingOffPaise).flatMap(({ kind, amountPaise }) => [
        total('fulfillment', amountPaise, FEE_NAMES[kind]),
        total('discount', -amountPaise, discount?.reason),
      ]),
      ...fees.map(({ kind, amountPaise }) => total('fulfillment', amountPaise, FEE_NAMES[kind])),
      total('total', subtotalPaise - discountPaise + feesPaise(fees), 'Total'),
    ],
    ...(discounts && { discounts }),
    messages: [...messages, ...ofCodes],
  }
}
