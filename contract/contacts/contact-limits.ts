export const MAX_CONTACT_DIGITS = 10

/**
 * A complaint is answered within these hours and ended within these months (Consumer Protection (E-Commerce) Rules
 * 2020, rule 4).
 */
export const ANSWER_HOURS = 48
export const END_MONTHS = 1
/** A message whose time ends within this many hours, or has ended, is due soon. */
export const DUE_SOON_HOURS = 24

export const MAX_ANSWER_CHARACTERS = 5000

/** How the administrators' list of messages may be sorted. */
export const CONTACT_SORTS = ['newest', 'unread', 'due'] as const
export type ContactSort = (typeof CONTACT_SORTS)[number]
