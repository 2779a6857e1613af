interface ReasonFacts {
  /** In the customer's words. */
  label: string
  /** The shop's fault: it may come back whatever the window and the category say, and the way back costs nothing. */
  isFault: boolean
}

/**
 * Why a piece comes back. A new reason needs a migration, because a check of the table names them. Where a piece is
 * found otherwise than it was sent, see `piece-conditions.ts`; why somebody cancels is
 * `contract/orders/cancel-reasons.ts`.
 */
export const RETURN_REASON_FACTS = {
  'too small': { label: 'It is too small', isFault: false },
  'too large': { label: 'It is too large', isFault: false },
  'not as shown': { label: 'It is not as shown', isFault: false },
  quality: { label: 'The quality is poor', isFault: true },
  damaged: { label: 'It is damaged', isFault: true },
  'wrong piece': { label: 'I got something else', isFault: true },
  'changed mind': { label: 'I changed my mind', isFault: false },
} as const satisfies Record<string, ReasonFacts>

export type ReturnReason = keyof typeof RETURN_REASON_FACTS
export const RETURN_REASONS = Object.keys(RETURN_REASON_FACTS) as [ReturnReason, ...ReturnReason[]]

/** Of a piece whose parcel never arrived. Nobody chooses it. */
export const NOT_DELIVERED = 'not delivered'
export type LineReason = ReturnReason | typeof NOT_DELIVERED

/** Whether what happened is nobody's but the shop's, so that everything that was paid goes back. */
export const isShopsFault = (reason: LineReason): boolean =>
  reason === NOT_DELIVERED || RETURN_REASON_FACTS[reason].isFault
