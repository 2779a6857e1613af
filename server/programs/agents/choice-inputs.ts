import { z } from 'zod'

import { agentId } from '#server/programs/agents/catalog-inputs.ts'
import { MAX_LINES } from '#server/programs/agents/agent-limits.ts'

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

const context = open({ postal_code: z.string().max(40).optional() })

/** What a cart is to hold. Everything else that an agent sends about a person is passed over, and kept nowhere. */
export const CartInput = open(
  { line_items: lines, context: context.optional() },
  { error: 'Please send an object with line_items.' },
)

export const CheckoutInput = open(
  { line_items: lines.optional(), cart_id: z.string().max(200).optional(), context: context.optional() },
  { error: 'Please send an object with line_items or a cart_id.' },
).refine((input) => input.cart_id !== undefined || (input.line_items ?? []).length > 0, {
  error: 'A checkout needs at least one line.',
  path: ['line_items'],
})

/** What a call that names nothing but an id may bring along, which is passed over: the payment of a checkout, above all. */
export const NoInput = z.unknown()

export type AskedLine = z.output<typeof line>
