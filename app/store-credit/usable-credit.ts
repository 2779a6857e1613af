import { paiseFromRupees, rupeesFromPaise } from '#contract/units/money.ts'
import { usableCreditPaise } from '#contract/accounts/store-credit-rules.ts'

/** What of a balance pays for a total, both in rupees. */
export const usableCredit = (balance: number, total: number): number =>
  rupeesFromPaise(usableCreditPaise(paiseFromRupees(balance), paiseFromRupees(total)))

/** What is left to be paid of a total, in rupees. */
export const restAfter = (credit: number, total: number): number =>
  rupeesFromPaise(paiseFromRupees(total) - paiseFromRupees(credit))
