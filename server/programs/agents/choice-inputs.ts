import { z } from 'zod'

import { soughtText } from '#contract/schemas/basic-schemas.ts'
import { agentId, place } from '#server/programs/agents/catalog-inputs.ts'
import { MAX_CODE_CHARACTERS, MAX_CODES, MAX_LINES } from '#server/programs/agents/agent-limits.ts'

const open = z.looseObject

const line = open(
  {
    item: open(
      {
        id: agentId,
        quantity_unit: open({ unit: z.string().max(40), scale: z.number().int().min(0).max(15).optional() }).optional(),
      },
      { error: 'Each line has an item with its id.' },
    ),
    quantity: z
      .number({ error: 'A quantity is a whole number.' })
      .int({ error: 'A quantity is a whole number.' })
      .min(1, { error: 'A quantity is at least 1.' }),
  },
  { error: 'A line is an object with an item and a quantity.' },
)

const lines = z
  .array(line, { error: 'Please send line_items, a list.' })
  .max(MAX_LINES, { error: `At most ${MAX_LINES} lines at once.` })

/** Codes of offers as somebody typed them. What is no code is told of beside its line, so that nothing else is lost. */
const discounts = open({
  codes: z
    .array(soughtText(MAX_CODE_CHARACTERS), { error: 'Please send discounts.codes, a list of texts.' })
    .max(MAX_CODES, { error: `At most ${MAX_CODES} codes at once. One code counts in a cart.` })
    .optional(),
})

/** What a cart is to hold. Everything else that an agent sends about a person is passed over, and kept nowhere. */
export const CartInput = open(
  { line_items: lines, discounts: discounts.optional(), context: place.optional() },
  { error: 'Please send an object with line_items.' },
)

export const CheckoutInput = open(
  {
    line_items: lines.optional(),
    cart_id: z.string().max(200).optional(),
    discounts: discounts.optional(),
    context: place.optional(),
  },
  { error: 'Please send an object with line_items or a cart_id.' },
).refine((input) => input.cart_id !== undefined || (input.line_items ?? []).length > 0, {
  error: 'A checkout needs at least one line.',
  path: ['line_items'],
})

/** What a call that names nothing but an id may bring along, which is passed over. */
export const NoInput = z.unknown()

/** The same of a call for which the protocol names an argument. */
export const CompletionInput = z.unknown().meta({
  type: 'object',
  description: 'Passed over, with any payment in it: the person pays at continue_url. An empty object will do.',
})

export type AskedLine = z.output<typeof line>
