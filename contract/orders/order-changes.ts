import { z } from 'zod'

import { Address } from '#contract/schemas/address.ts'
import { id, text } from '#contract/schemas/basic-schemas.ts'

const PIECES = 'Please enter how many pieces.'

/** Pieces of a line that become another size of their product, while their order waits. */
export const SizeChange = z.strictObject({
  /** The line of the order. */
  line: id,
  size: text(40, 'Please choose the size.'),
  quantity: z.int({ error: PIECES }).min(1, PIECES).max(1_000_000),
  /**
   * How many pieces of the line the sender has seen as not cancelled. Where it is another number by now, nothing
   * happens.
   */
  left: z.int().optional(),
})
export type SizeChange = z.input<typeof SizeChange>

/** Another address of an order that waits, as the staff enter it. */
export const AddressChange = z.strictObject({
  address: Address,
  /** Where delivery costs more than was paid, the shop pays the difference. Without it such an address is refused. */
  bearsFee: z.boolean().optional(),
})
export type AddressChange = z.input<typeof AddressChange>
