import { LEAST_PAYMENT_PAISE } from '#contract/units/money.ts'

/** The longest reason for giving store credit or taking it back. */
export const MAX_CREDIT_REASON = 200

/** Store credit that comes back after its last day counts for so many days more. */
export const RETURNED_CREDIT_DAYS = 30

/** A customer is told so many days before store credit ends. */
export const CREDIT_WARNING_DAYS = 14

/**
 * What of a balance pays for a total, in paise: what is left to be paid is either nothing or at least what the provider
 * takes.
 */
export function usableCreditPaise(balancePaise: number, totalPaise: number): number {
  const most = Math.min(balancePaise, totalPaise)
  if (most === totalPaise) return most
  return Math.max(0, Math.min(most, totalPaise - LEAST_PAYMENT_PAISE))
}
