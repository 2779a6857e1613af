import type { Next } from '#contract/states/steps.ts'

/**
 * How far a payment is at the provider. It only moves forward, so its reports may come in any order and any number.
 * What failed at first may succeed still.
 */
export const PAYMENT_FACTS = {
  failed: { next: { vouched: ['customer'], authorized: ['provider'], captured: ['provider'] } },
  /** The buyer's signature is right; the provider has not confirmed it yet. */
  vouched: { next: { authorized: ['provider'], captured: ['provider'] } },
  authorized: { next: { captured: ['provider'] } },
  captured: { next: {} },
} as const satisfies Record<string, { next: Next }>

export type PaymentStatus = keyof typeof PAYMENT_FACTS

/**
 * How far money is that goes back. The shop asks for it until the provider has made it, or gives it up for a person to
 * do.
 */
export const REFUND_FACTS = {
  pending: {
    next: {
      sent: ['provider'],
      processed: ['provider', 'shop'],
      failed: ['provider', 'shop'],
      replaced: ['provider', 'shop'],
    },
  },
  sent: { next: { processed: ['provider', 'shop'], failed: ['provider', 'shop'] } },
  processed: { next: {} },
  /** Somebody has to return the money by hand. */
  failed: { next: { processed: ['provider'], replaced: ['provider', 'shop'] } },
  /**
   * The shop's own that is no longer needed in its amount, because money went back without the shop, or because it was
   * too little and goes with another. The provider may have made it after all.
   */
  replaced: { next: { sent: ['provider'], processed: ['provider'] } },
} as const satisfies Record<string, { next: Next }>

export type RefundStatus = keyof typeof REFUND_FACTS
