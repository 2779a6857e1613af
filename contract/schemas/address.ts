import { z } from 'zod'

import { buyerFirmOrNone, buyerGstinOrNone, text } from '#contract/schemas/basic-schemas.ts'
import { indianPhone } from '#contract/schemas/phone-number.ts'
import { pinTyped } from '#contract/schemas/pin-code.ts'
import { stateTyped } from '#contract/schemas/state-spellings.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

const line = (max: number) => text(max, WORDINGS.checkout.missingAddress)

/**
 * An address as it is understood: a phone in ten digits, a state by its name. What is not understood stays as it was
 * typed. It is the check of each address that comes in: typed at the checkout, saved in the address book, imported with
 * a customer.
 */
export const Address = z.strictObject(
  {
    fullName: line(200),
    phone: line(40).overwrite((typed) => indianPhone(typed) ?? typed),
    street: line(300),
    city: line(120),
    state: line(120).overwrite(stateTyped),
    pincode: line(20).overwrite(pinTyped),
  },
  { error: ({ code }) => (code === 'invalid_type' ? WORDINGS.checkout.missingAddress : undefined) },
)
export type Address = z.infer<typeof Address>

/**
 * An address as it was stored. The checks of one that is typed grow stricter with time, and they arrange what they
 * read: an order keeps the address that it went to.
 */
export const StoredAddress = z.object({
  fullName: z.string(),
  phone: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  pincode: z.string(),
})

/** An address that a customer saved, or that an earlier order went to. */
export const SavedAddress = z.object({
  _id: z.string(),
  ...StoredAddress.shape,
  /** The one that the checkout fills in first. */
  isDefault: z.literal(true).optional(),
})
export type SavedAddress = z.infer<typeof SavedAddress>

export const SavedAddresses = z.object({ addresses: z.array(SavedAddress) })
export type SavedAddresses = z.infer<typeof SavedAddresses>

export const SavedAddressesAnswer = SavedAddresses.extend({ message: z.string() })
export type SavedAddressesAnswer = z.infer<typeof SavedAddressesAnswer>

/** An address to save. */
export const SavedAddressInput = Address.extend({ isDefault: z.boolean().optional() })
export type SavedAddressInput = z.infer<typeof SavedAddressInput>

/** The GSTIN and the name of a business that buys. */
const BUSINESS = { buyerGstin: buyerGstinOrNone.optional(), buyerFirm: buyerFirmOrNone.optional() }
/**
 * An address, and the business that buys. A missing value stays as it is; an empty GSTIN is removed, and the name with
 * it. Another GSTIN in the place of one that had a name needs a name, which may be empty.
 */
const OrderAddress = Address.extend(BUSINESS)

/** `{address: {…}}` or the six fields themselves; the business stands beside either. */
export const AddressBody = z.preprocess((body) => {
  if (typeof body !== 'object' || body === null || !('address' in body)) return body
  const { address, ...others } = body
  if (Object.keys(others).some((key) => !Object.hasOwn(BUSINESS, key))) return body
  return typeof address === 'object' && address !== null && !Array.isArray(address)
    ? { ...address, ...others }
    : address
}, OrderAddress)
