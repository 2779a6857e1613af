import type { Address } from '#contract/schemas/address.ts'

import { MEASURE } from '#server/documents/pdf/open-pdf.ts'
import { isWhole } from '#server/documents/pdf/text-runs.ts'
import { stateOfAddress } from '#contract/tax/place-of-supply.ts'

/** Stands on a paper that lacks letters of an address, because no font has them or there is no room. */
export const NOT_WHOLE = 'Part of the address cannot be printed: see the order'

/** Whether the fonts have every letter of an address. */
export function isAddressPrintable(address: Address): boolean {
  const { fullName, street, city, pincode, phone } = address
  return [fullName, street, city, stateOfAddress(address), pincode, phone].every((text) => isWhole(text, MEASURE))
}
