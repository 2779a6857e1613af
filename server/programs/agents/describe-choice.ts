import type { AgentContext, Message } from '#server/programs/agents/agent-call.ts'
import type { Place } from '#server/programs/agents/catalog-inputs.ts'
import type { Choice } from '#server/programs/agents/queries.ts'

import { describeCompleted, findBought } from '#server/programs/agents/agent-orders.ts'
import { deliveryNote, reachOf } from '#server/programs/agents/fulfillment.ts'
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

const SIGN_IN: Message = {
  type: 'error',
  code: 'sign_in_required',
  content: 'Open continue_url: the buyer signs in to the shop, says where it goes, and pays there.',
  severity: 'requires_buyer_input',
}

/** A cart as an agent is told of it, with the way to this place. */
export async function describeCart(context: AgentContext, choice: Choice, place?: Place) {
  const reach = reachOf(context, place)
  const { messages, ...priced } = await priceChoice(context, choice, reach)
  const all = [...messages, ...deliveryNote(reach)]
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
  { place, notes = [] }: { place?: Place | undefined; notes?: readonly Message[] } = {},
) {
  const bought = await findBought(context, choice)
  if (bought) {
    const completed = describeCompleted(choice, bought, context.shopUrl)
    return { ...completed, ...(notes.length > 0 && { messages: notes }), links: linksOf(context.shopUrl) }
  }
  const reach = reachOf(context, place)
  const { messages, ...priced } = await priceChoice(context, choice, reach)
  const isShort = messages.some(({ type }) => type === 'error')
  const state = stateOf(choice, isShort, priced.line_items.length > 0)
  const all = [...messages, ...state.messages, ...notes, ...deliveryNote(reach)]
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
