import { statesAfter, type Next } from '#contract/states/steps.ts'

interface CashFacts {
  /** On pages and in lists. */
  label: string
  next: Next
  /** The statuses that an order has while its cash is in this state. */
  orders: readonly string[]
}

/**
 * The states of what is paid at the door. They are of cash alone: what the payment provider took and gave back has
 * states of its own (`PAYMENT_STATES`), and no order has both. A new one is a row here, a migration, its sentences
 * (`app/orders/payment-texts.ts`, `server/mails/cash-sentence.ts`), what happens (`server/orders/change-status.ts`) and
 * what is true of it (`server/orders/invariants.sql`).
 */
export const CASH_FACTS = {
  'cash due': {
    label: 'Cash due',
    next: {
      collected: ['staff', 'courier'],
      refused: ['staff', 'courier'],
      'nothing due': ['customer', 'staff', 'provider', 'shop'],
    },
    orders: ['order placed', 'shipped'],
  },
  collected: { label: 'Cash collected', next: { remitted: ['staff'] }, orders: ['delivered'] },
  remitted: { label: 'Cash remitted', next: {}, orders: ['delivered'] },
  refused: { label: 'Parcel refused', next: {}, orders: ['cancelled'] },
  // Cancelled before anybody paid.
  'nothing due': { label: 'Nothing due', next: {}, orders: ['cancelled'] },
} as const satisfies Record<string, CashFacts>

export type CashState = keyof typeof CASH_FACTS
export const CASH_STATES = Object.keys(CASH_FACTS) as [CashState, ...CashState[]]

/** The parcels of a list: those whose cash is in a state, or has been in it for longer than the owner waits. */
export const CASH_PARCEL_VIEWS = ['cash due', 'collected', 'remitted', 'refused', 'uncollected', 'unremitted'] as const
export type CashParcelView = (typeof CASH_PARCEL_VIEWS)[number]

/** The states that may follow this one. */
export const nextCashStates = (state: CashState): readonly CashState[] => statesAfter(CASH_FACTS, state)

/** Whether the customer has paid at the door. */
export const isCashPaid = (state: CashState): boolean => state === 'collected' || state === 'remitted'
