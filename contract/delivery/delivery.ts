import { z } from 'zod'

import { day, rupees, soughtText } from '#contract/schemas/basic-schemas.ts'

export const PinParams = z.object({ pin: soughtText(200) })

/** What the shop promises to a PIN code at this moment. */
export const Delivery = z.object({
  pin: z.string(),
  /** Null where neither the PIN table nor the first digits tell. */
  city: z.string().nullable(),
  state: z.string().nullable(),
  prepaid: z.boolean(),
  /** Cash on delivery is possible. Never, while the shop does not take cash. */
  cash: z.boolean(),
  /** Working days from the one on which the parcel leaves. */
  days: z.number().int(),
  /** The day in India until which it arrives. */
  by: day,
  fee: rupees,
})
export type Delivery = z.infer<typeof Delivery>
