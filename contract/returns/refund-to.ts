import { z } from 'zod'

import { text, typedCode } from '#contract/schemas/basic-schemas.ts'

const UPI_FAULT = 'A UPI id looks like name@bank.'
const upi = typedCode(256, UPI_FAULT)
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9._-]{1,254}@[a-z][a-z0-9]{1,63}$/, { error: UPI_FAULT })

const ACCOUNT_FAULT = 'An account number has 9 to 18 digits.'
const IFSC_FAULT = 'An IFSC has four letters, a zero and six letters or digits, such as HDFC0001234.'
const BankAccount = z.strictObject({
  name: text(120, 'Please enter the name of the account.'),
  account: typedCode(40, ACCOUNT_FAULT).regex(/^\d{9,18}$/, { error: ACCOUNT_FAULT }),
  ifsc: typedCode(20, IFSC_FAULT)
    .toUpperCase()
    .regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, { error: IFSC_FAULT }),
})

const Account = z.union([upi, z.strictObject({ upi }), BankAccount], {
  error: 'Please give a UPI id, such as name@bank, or a bank account: its name, 9 to 18 digits and the IFSC.',
})
/** A UPI id, also as a text alone, or a bank account. */
export type RefundAccount = z.infer<typeof Account>

const CHOICES = ['source', 'store credit'] as const

/**
 * Where the money of a return goes: back to where it was paid from, or to an account where it was paid at the door; or
 * it becomes store credit.
 */
export const RefundTo = z.union([z.enum(CHOICES), Account], {
  error: 'Please give a UPI id, such as name@bank, or a bank account: its name, 9 to 18 digits and the IFSC.',
})
export type RefundTo = z.infer<typeof RefundTo>

/** The same as the staff read it. */
export const ShownRefundTo = z.object({
  upi: z.string().optional(),
  name: z.string().optional(),
  account: z.string().optional(),
  ifsc: z.string().optional(),
})
export type ShownRefundTo = z.infer<typeof ShownRefundTo>
