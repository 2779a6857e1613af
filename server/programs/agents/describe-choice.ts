import type { AgentContext, Message } from '#server/programs/agents/agent-call.ts'
import type { Choice } from '#server/programs/agents/queries.ts'

import { describeCompleted, findBought } from '#server/programs/agents/agent-orders.ts'
import { findDelivery, isPinAsked, notServed } from '#server/delivery/service.ts'
import { isPin, pinTyped } from '#contract/schemas/pin-code.ts'
import { priceChoice } from '#server/programs/agents/price-choice.ts'

/** The page on which a person takes over what was chosen. */
const takeOverUrl = (shopUrl: string, { token }: Choice) => `${shopUrl}/chosen/${token}`

const LINKS = [
  ['privacy_policy', '/privacy'],
  ['terms_of_service', '/terms'],
  ['refund_policy', '/returns'],
  ['shipping_policy', '/shipping'],
] as const

const linksOf = (shopUrl: string) => LINKS.map(([type, path]) => ({ type, url: `${shopUrl}${path}` }))

/** When parcels reach a PIN code that the agent names for this call. It is kept nowhere. */
function deliveryNote({ shop }: AgentContext, postalCode: string | undefined): Message[] {
  const pin = pinTyped(postalCode ?? '')
  if (postalCode === undefined || !isPin(pin)) return []
  const delivery = findDelivery(shop, pin, new Date())
  if (!delivery) return [{ type: 'warning', code: 'address_undeliverable', content: notServed(pin) }]
  const fee = isPinAsked(shop) && delivery.fee > 0 ? ` It costs ₹${delivery.fee}.` : ''
  const content = `Ordered now, it is delivered to ${pin} by ${delivery.by}.${fee}`
  return [{ type: 'info', code: 'delivery_estimate', content }]
}

const SIGN_IN: Message = {
  type: 'error',
  code: 'sign_in_required',
  content: 'Open continue_url: the buyer signs in to the shop, says where it goes, and pays there.',
  severity: 'requires_buyer_input',
}

/** A cart as an agent is told of it. */
export async function describeCart(context: AgentContext, choice: Choice, postalCode?: string) {
  const { messages, ...priced } = await priceChoice(context, choice.lines)
  const all = [...messages, ...deliveryNote(context, postalCode)]
  return {
    id: choice.id,
    ...priced,
    ...(all.length > 0 && { messages: all }),
    links: linksOf(context.shopUrl),
    ...(choice.takenAt === null && { continue_url: takeOverUrl(context.shopUrl, choice) }),
    expires_at: choice.expiresAt.toISOString(),
  }
}

/** What has become of a checkout. */
function stateOf(choice: Choice, isShort: boolean, hasLines: boolean) {
  if (choice.cancelledAt) return { status: 'canceled', messages: [] }
  if (isShort || !hasLines) return { status: 'incomplete', messages: [] }
  return { status: 'requires_escalation', messages: [SIGN_IN] }
}

/** A checkout as an agent is told of it. It is never completed by a call: a person does that in the shop. */
export async function describeCheckout(
  context: AgentContext,
  choice: Choice,
  { postalCode, notes = [] }: { postalCode?: string | undefined; notes?: readonly Message[] } = {},
) {
  const bought = await findBought(context, choice)
  if (bought) {
    const completed = describeCompleted(choice, bought, context.shopUrl)
    return { ...completed, ...(notes.length > 0 && { messages: notes }), links: linksOf(context.shopUrl) }
  }
  const { messages, ...priced } = await priceChoice(context, choice.lines)
  const isShort = messages.some(({ type }) => type === 'error')
  const state = stateOf(choice, isShort, priced.line_items.length > 0)
  const all = [...messages, ...state.messages, ...notes, ...deliveryNote(context, postalCode)]
  const wayOn = choice.takenAt === null ? takeOverUrl(context.shopUrl, choice) : `${context.shopUrl}/cart`
  return {
    id: choice.id,
    status: state.status,
    ...priced,
    ...(all.length > 0 && { messages: all }),
    links: linksOf(context.shopUrl),
    ...(state.status !== 'canceled' && { continue_url: wayOn }),
    expires_at: choice.expiresAt.toISOString(),
  }
}
