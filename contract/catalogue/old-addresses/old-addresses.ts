import { z } from 'zod'

import { MAX_OLD_PATH, OLD_ADDRESS_ORIGINS } from '#contract/catalogue/old-addresses/old-address-limits.ts'
import { pageQuery, soughtText, text, time } from '#contract/schemas/basic-schemas.ts'

/** An address of before and where it leads now. */
export const OldAddress = z.object({
  _id: z.string(),
  /** As people read it: `/products/कुर्ता`. */
  path: z.string(),
  newPath: z.string(),
  origin: z.enum(OLD_ADDRESS_ORIGINS),
  changedAt: time,
})
export type OldAddress = z.infer<typeof OldAddress>

/** Either may be a whole address as it stands in a browser. Of the old one only the path counts. */
export const OldAddressInput = z.strictObject({
  path: text(MAX_OLD_PATH, 'Please enter the old address.'),
  newPath: text(MAX_OLD_PATH, 'Please enter the address that it leads to.'),
})
export type OldAddressInput = z.infer<typeof OldAddressInput>

export const OldAddressListQuery = z.strictObject({ ...pageQuery, search: soughtText(200).optional() })
export type OldAddressListQuery = z.input<typeof OldAddressListQuery>

export const OldAddressAnswer = z.object({ message: z.string(), oldAddress: OldAddress })
export type OldAddressAnswer = z.infer<typeof OldAddressAnswer>
