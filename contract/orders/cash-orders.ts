import { z } from 'zod'

import { mailedCode } from '#contract/accounts/account-recovery.ts'
import { id, rupeeSum } from '#contract/schemas/basic-schemas.ts'

/** The token of the link in the mail about an order for cash. */
export const CashConfirmation = z.strictObject({ token: id })
export type CashConfirmation = z.infer<typeof CashConfirmation>

/** The code of the mail that its customer has asked for. */
export const CashCode = z.strictObject({ code: mailedCode })
export type CashCode = z.input<typeof CashCode>

/** What a courier has paid out for a parcel. */
export const CashRemittance = z.strictObject({ amount: rupeeSum })

/**
 * What the staff say of an order for cash: the customer wants it; the courier has the money, so it is delivered; nobody
 * took the parcel; the customer may order for cash again although they did not.
 */
const CASH_STEPS = ['confirmed', 'collected', 'refused', 'forgiven'] as const
export const CashChange = z.strictObject({ to: z.enum(CASH_STEPS, { error: 'Unknown step.' }) })
export type CashStep = (typeof CASH_STEPS)[number]
