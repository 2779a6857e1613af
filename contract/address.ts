import { z } from 'zod'

import { text } from '#contract/shapes.ts'
import { WORDINGS } from '#contract/wordings.ts'

const line = (max: number) => text(max, WORDINGS.checkout.missingAddress)
export const Address = z.strictObject(
  {
    fullName: line(200),
    phone: line(40),
    street: line(300),
    city: line(120),
    state: line(120),
    pincode: line(20),
  },
  { error: ({ code }) => (code === 'invalid_type' ? WORDINGS.checkout.missingAddress : undefined) },
)
export type Address = z.infer<typeof Address>

/** An address that a customer's earlier order went to. */
export const SavedAddress = z.object({ _id: z.string(), ...Address.shape })
export type SavedAddress = z.infer<typeof SavedAddress>

export const SavedAddresses = z.object({ addresses: z.array(SavedAddress) })
export type SavedAddresses = z.infer<typeof SavedAddresses>

/** `{address: {…}}` or the six fields themselves. */
export const AddressBody = z.preprocess((body) => {
  const isWrapped = typeof body === 'object' && body !== null && 'address' in body && Object.keys(body).length === 1
  return isWrapped ? body.address : body
}, Address)
