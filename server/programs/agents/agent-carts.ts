import { randomBytes } from 'node:crypto'
import type { z } from 'zod'

import type { AgentContext } from '#server/programs/agents/agent-call.ts'
import type { CartInput } from '#server/programs/agents/choice-inputs.ts'
import type { ChosenLine } from '#server/db/agent-tables.ts'
import type { Db } from '#server/db/database.ts'

import { CHOICE_HOURS } from '#server/programs/agents/agent-limits.ts'
import { describeCart } from '#server/programs/agents/describe-choice.ts'
import { chosenLines, priceChoice } from '#server/programs/agents/price-choice.ts'
import { cancelChoice, findChoice, insertChoice, updateLines, type Choice } from '#server/programs/agents/queries.ts'
import { notFound, outOfStock, tooBusy } from '#server/errors.ts'

/** Too long to be guessed. */
const secret = () => randomBytes(24).toString('base64url')

/** Keeps what an agent has chosen, under an id and a secret of its own. Throws unavailable (503) while too much is kept. */
export async function keepChoice(
  db: Db,
  { kind, lines, cartId = null }: { kind: Choice['kind']; lines: ChosenLine[]; cartId?: string | null },
): Promise<Choice> {
  const id = `${kind}_${secret()}`
  const isKept = await insertChoice(db, { id, kind, token: secret(), lines, cartId, hours: CHOICE_HOURS[kind] })
  const choice = isKept ? await findChoice(db, kind, id) : undefined
  if (!choice) throw tooBusy()
  return choice
}

/** Throws out-of-stock where nothing of what is asked for can be bought. An empty cart is one that is to be filled. */
export async function refuseNothing(context: AgentContext, asked: readonly ChosenLine[]): Promise<void> {
  if (asked.length === 0) return
  const { line_items: found, messages } = await priceChoice(context, asked)
  if (found.length === 0) throw outOfStock(messages.map(({ content }) => content).join(' '))
}

const live = (choice: Choice | undefined): Choice => {
  if (!choice || choice.cancelledAt !== null) throw notFound('Cart')
  return choice
}

type Input = z.output<typeof CartInput>

export async function createCart(context: AgentContext, { line_items, context: buyer }: Input) {
  const { db } = context.shop
  const lines = chosenLines(line_items)
  await refuseNothing(context, lines)
  const choice = await keepChoice(db, { kind: 'cart', lines })
  return describeCart(context, choice, buyer?.postal_code)
}

export const getCart = async (context: AgentContext, id: string) =>
  describeCart(context, live(await findChoice(context.shop.db, 'cart', id)))

/** Replaces what a cart holds. */
export async function updateCart(context: AgentContext, id: string, { line_items, context: buyer }: Input) {
  const lines = chosenLines(line_items)
  const choice = await updateLines(context.shop.db, { id, kind: 'cart', lines, hours: CHOICE_HOURS.cart })
  return describeCart(context, live(choice), buyer?.postal_code)
}

/** Ends a cart, and answers it as it was. */
export const cancelCart = async (context: AgentContext, id: string) => {
  const cancelled = await cancelChoice(context.shop.db, 'cart', id)
  if (!cancelled) throw notFound('Cart')
  const { continue_url: _ended, ...cart } = await describeCart(context, cancelled)
  return cart
}
