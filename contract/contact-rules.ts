export const MAX_CONTACT_DIGITS = 10

/** A message is a ticket that goes through these states. */
export const TICKET_STATES = ['open', 'answered', 'closed'] as const
export type TicketState = (typeof TICKET_STATES)[number]

/** A complaint is answered within these hours and ended within these months (Consumer Protection (E-Commerce) Rules 2020, rule 4). */
export const ANSWER_HOURS = 48
export const END_MONTHS = 1
/** A ticket whose time is up in so many hours, or is up already, waits as one that is due soon. */
export const DUE_SOON_HOURS = 24

export const MAX_ANSWER_CHARACTERS = 5000

/** How the administrators' list of messages may be sorted. */
export const CONTACT_SORTS = ['newest', 'unread', 'due'] as const
