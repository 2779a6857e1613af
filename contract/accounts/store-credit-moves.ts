/**
 * What happens to store credit. `held`: a checkout pays with it; `released`: its hold has ended; `returned`: its order,
 * or pieces of it, were cancelled.
 */
export const CREDIT_MOVES = ['given', 'held', 'released', 'returned', 'taken back', 'expired'] as const
export type CreditMove = (typeof CREDIT_MOVES)[number]
