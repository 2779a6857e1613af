/** A message is a ticket that goes through these states. */
export const CONTACT_STATES = ['open', 'answered', 'closed'] as const
export type ContactState = (typeof CONTACT_STATES)[number]
