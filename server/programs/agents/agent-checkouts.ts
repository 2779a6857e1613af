import type { z } from 'zod'

import type { AgentContext, Message } from '#server/programs/agents/agent-call.ts'
import type { CartInput, CheckoutInput } from '#server/programs/agents/choice-inputs.ts'

import { changeChoice, createChoice, keepChoice, refuseNothing } from '#server/programs/agents/agent-carts.ts'
import { describeCheckout } from '#server/programs/agents/describe-choice.ts'
import {
  cancelChoice,
  findCheckoutOf,
  findChoice,
  forgetEndedCheckout,
  type Choice,
} from '#server/programs/agents/queries.ts'
import { notFound } from '#server/errors.ts'

const NOT_CHANGED: Message = {
  type: 'error',
  code: 'checkout_closed',
  content: 'The buyer has taken this over, or it was cancelled. Please create another checkout.',
  severity: 'recoverable',
}

async function getChoice({ shop }: AgentContext, id: string): Promise<Choice> {
  const choice = await findChoice(shop.db, 'checkout', id)
  if (!choice) throw notFound('Checkout')
  return choice
}

/** The checkout of a cart: the one that it has, else one with what the cart holds now. */
async function checkoutOfCart(context: AgentContext, cartId: string): Promise<Choice> {
  const { db } = context.shop
  const cart = await findChoice(db, 'cart', cartId)
  if (!cart || cart.cancelledAt !== null) throw notFound('Cart')
  const known = await findCheckoutOf(db, cartId)
  if (known) return known
  await refuseNothing(context, cart)
  await forgetEndedCheckout(db, cartId)
  return keepChoice(db, { kind: 'checkout', lines: cart.lines, codes: cart.codes, cartId })
}

/** Begins a checkout with these lines and codes, or with those of a cart, which then count alone. */
export async function createCheckout(
  context: AgentContext,
  { cart_id, line_items = [], discounts, context: buyer }: z.output<typeof CheckoutInput>,
) {
  const choice =
    cart_id === undefined
      ? await createChoice(context, 'checkout', { line_items, discounts })
      : await checkoutOfCart(context, cart_id)
  return describeCheckout(context, choice, { place: buyer })
}

export const getCheckout = async (context: AgentContext, id: string) =>
  describeCheckout(context, await getChoice(context, id))

/** Replaces what a checkout holds. One that is over stays as it is, and the agent is told. */
export async function updateCheckout(context: AgentContext, id: string, input: z.output<typeof CartInput>) {
  const changed = await changeChoice(context, { id, kind: 'checkout' }, input)
  const choice = changed ?? (await getChoice(context, id))
  return describeCheckout(context, choice, {
    place: input.context,
    notes: changed ? [] : [NOT_CHANGED],
  })
}

/** Buys nothing: it answers that a person has to go on. Whatever the agent says about a payment is not read. */
export const completeCheckout = (context: AgentContext, id: string) => getCheckout(context, id)

export async function cancelCheckout(context: AgentContext, id: string) {
  const cancelled = await cancelChoice(context.shop.db, 'checkout', id)
  const choice = cancelled ?? (await getChoice(context, id))
  return describeCheckout(context, choice, { notes: cancelled ? [] : [NOT_CHANGED] })
}
