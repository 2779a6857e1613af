/** How an offer stands today. 'used up': the uses that it has in all are gone. */
export const OFFER_STATES = ['running', 'starts later', 'ended', 'used up', 'off'] as const
export type OfferState = (typeof OFFER_STATES)[number]
