import { randomBytes } from 'node:crypto'
import type { z } from 'zod'

import type { AgentContext } from '#server/programs/agents/agent-call.ts'
import type { CartInput } from '#server/programs/agents/choice-inputs.ts'
import type { Db } from '#server/db/database.ts'

import { CHOICE_HOURS } from '#server/programs/agents/agent-limits.ts'
import { describeCart } from '#server/programs/agents/describe-choice.ts'
import { countCodes } from '#server/programs/agents/discount-codes.ts'
import { chosenLines, priceChoice } from '#server/programs/agents/price-choice.ts'
import { cancelChoice, findChoice, insertChoice, updateChoice, type Choice } from '#server/programs/agents/queries.ts'
import { notFound, outOfStock, tooBusy } from '#server/errors.ts'

/** Too long to be guessed. */
const secret = () => randomBytes(24).toString('base64url')

type Chosen = Pick<Choice, 'lines' | 'codes'>

/**
 * Keeps what an agent has chosen, under an id and a secret of its own. Throws unavailable (503) while too much is kept.
 */
export async function keepChoice(
  db: Db,
  { kind, cartId = null, ...chosen }: Chosen & { kind: Choice['kind']; cartId?: string | null },
): Promise<Choice> {
  const id = `${kind}_${secret()}`
  const isKept = await insertChoice(db, { id, kind, token: secret(), ...chosen, cartId, hours: CHOICE_HOURS[kind] })
  const choice = isKept ? await findChoice(db, kind, id) : undefined
  if (!choice) throw tooBusy()
  return choice
}

/** Throws out-of-stock where nothing of what is asked for can be bought. An empty cart is one that is to be filled. */
export async function refuseNothing(context: AgentContext, asked: Chosen): Promise<void> {
  if (asked.lines.length === 0) return
  const { line_items: found, messages } = await priceChoice(context, asked)
  if (found.length === 0) throw outOfStock(messages.map(({ content }) => content).join(' '))
}

const live = (choice: Choice | undefined): Choice => {
  if (!choice || choice.cancelledAt !== null) throw notFound('Cart')
  return choice
}

type Input = z.output<typeof CartInput>

/** Keeps a new choice with what can be had of these lines. */
export async function createChoice(
  context: AgentContext,
  kind: Choice['kind'],
  { line_items, discounts }: Pick<Input, 'line_items' | 'discounts'>,
): Promise<Choice> {
  const chosen = { lines: chosenLines(line_items), codes: discounts?.codes ?? [] }
  await countCodes(context, { sent: chosen.codes, known: [] })
  await refuseNothing(context, chosen)
  return keepChoice(context.shop.db, { kind, ...chosen })
}

/** Replaces what a choice holds; its codes stay where none are sent. Undefined where it may not be changed any more. */
export async function changeChoice(
  context: AgentContext,
  { id, kind }: Pick<Choice, 'id' | 'kind'>,
  { line_items, discounts }: Input,
): Promise<Choice | undefined> {
  const { db } = context.shop
  const lines = chosenLines(line_items)
  const codes = discounts?.codes
  if (codes) await countCodes(context, { sent: codes, known: (await findChoice(db, kind, id))?.codes ?? [] })
  return updateChoice(db, { id, kind, lines, codes, hours: CHOICE_HOURS[kind] })
}

export async function createCart(context: AgentContext, input: Input) {
  const choice = await createChoice(context, 'cart', input)
  return describeCart(context, choice, input.context)
}

export const getCart = async (context: AgentContext, id: string) =>
  describeCart(context, live(await findChoice(context.shop.db, 'cart', id)))

/** Replaces what a cart holds. */
export async function updateCart(context: AgentContext, id: string, input: Input) {
  const choice = await changeChoice(context, { id, kind: 'cart' }, input)
  return describeCart(context, live(choice), input.context)
}

/** Ends a cart, and answers it as it was. */
export const cancelCart = async (context: AgentContext, id: string) => {
  const cancelled = await cancelChoice(context.shop.db, 'cart', id)
  if (!cancelled) throw notFound('Cart')
  const { continue_url: _ended, ...cart } = await describeCart(context, cancelled)
  return cart
}
