import type { AgentContext } from '#server/programs/agents/agent-call.ts'
import type { Choice } from '#server/programs/agents/queries.ts'
import type { OrderOfPieces, PieceLine } from '#server/orders/service.ts'

import { shortIdOf } from '#contract/schemas/short-id.ts'
import { CURRENCY } from '#server/programs/agents/describe-product.ts'
import { wantedIn } from '#server/programs/agents/price-choice.ts'
import { findChoice } from '#server/programs/agents/queries.ts'
import { variantId } from '#server/programs/agents/variant-id.ts'
import { notFound } from '#server/errors.ts'
import { findOrderOfPieces } from '#server/orders/service.ts'

/** The order of a checkout has the same secret, so whoever knows the one knows the other, and nobody else does. */
const orderIdOf = ({ id }: Choice) => id.replace(/^checkout_/, 'order_')
const checkoutIdOf = (orderId: string) => (orderId.startsWith('order_') ? orderId.replace('order_', 'checkout_') : '')

/** What was bought of a checkout by whoever took it over; undefined as long as nothing was. */
export async function findBought(
  { shop }: AgentContext,
  { takenBy, takenAt, lines }: Choice,
): Promise<OrderOfPieces | undefined> {
  if (takenBy === null || takenAt === null) return undefined
  const pieces = wantedIn(lines).map(({ productId, size }) => ({ productId, size }))
  return findOrderOfPieces(shop.db, { userId: takenBy, since: takenAt, pieces })
}

const sumOf = (lines: readonly PieceLine[], of: (line: PieceLine) => number) =>
  lines.reduce((sum, line) => sum + of(line), 0)

/** What these lines cost, without fees: these are of the whole order, which may hold what its customer added. */
function totalsOf(lines: readonly PieceLine[]) {
  const subtotal = sumOf(lines, ({ paidPricePaise, quantity }) => paidPricePaise * quantity)
  const discount = sumOf(lines, ({ discountPaise }) => discountPaise)
  return [
    { type: 'subtotal', amount: subtotal },
    ...(discount > 0 ? [{ type: 'items_discount', amount: -discount }] : []),
    { type: 'total', amount: subtotal - discount },
  ]
}

function describeItem(line: PieceLine, shopUrl: string) {
  const id = variantId(line)
  return {
    id,
    item: {
      id,
      title: line.size === '' ? line.name : `${line.name}, size ${line.size}`,
      price: line.paidPricePaise,
      ...(line.image !== null && { image_url: new URL(line.image, shopUrl).href }),
    },
    totals: totalsOf([line]),
  }
}

const confirmationOf = (choice: Choice, order: OrderOfPieces, shopUrl: string) => ({
  id: orderIdOf(choice),
  label: `#${shortIdOf(order.id)}`,
  // It shows the order to nobody but its customer, who signs in.
  permalink_url: `${shopUrl}/signin?order=${order.id}`,
})

/** A checkout of which a person has bought something. */
export const describeCompleted = (choice: Choice, order: OrderOfPieces, shopUrl: string) => ({
  id: choice.id,
  status: 'completed',
  line_items: order.lines.map((line) => ({ ...describeItem(line, shopUrl), quantity: line.quantity })),
  currency: CURRENCY,
  totals: totalsOf(order.lines),
  order: confirmationOf(choice, order, shopUrl),
  expires_at: choice.expiresAt.toISOString(),
})

/** How far the pieces of a line have come. */
function progressOf({ quantity, cancelled }: PieceLine, status: OrderOfPieces['status']) {
  const left = status === 'cancelled' ? 0 : quantity - cancelled
  const isSent = status === 'shipped' || status === 'delivered'
  const state = left === 0 ? 'removed' : isSent ? 'fulfilled' : 'processing'
  return { quantity: { original: quantity, total: left, fulfilled: isSent ? left : 0 }, status: state }
}

/**
 * The order that came of an agent's own checkout: the pieces that it chose and how far they are, nothing about who gets
 * them and nothing that was bought beside. Throws not-found for any other order.
 */
export async function getOrder(context: AgentContext, id: string) {
  const { shopUrl, shop } = context
  const choice = await findChoice(shop.db, 'checkout', checkoutIdOf(id))
  const order = choice && (await findBought(context, choice))
  if (!choice || !order) throw notFound('Order')
  return {
    ...confirmationOf(choice, order, shopUrl),
    checkout_id: choice.id,
    line_items: order.lines.map((line) => ({ ...describeItem(line, shopUrl), ...progressOf(line, order.status) })),
    fulfillment: {},
    currency: CURRENCY,
    totals: totalsOf(order.lines),
  }
}
