import { z } from 'zod'

import { time } from '#contract/schemas/basic-schemas.ts'

/** A customer as programs of the shop read them. */
export const Customer = z.object({
  _id: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  /** Whether the owner of the mailbox has confirmed the address. */
  isConfirmed: z.boolean(),
  phone: z.string(),
  createdAt: time,
})
export type Customer = z.infer<typeof Customer>
