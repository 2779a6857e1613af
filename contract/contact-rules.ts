export const MAX_CONTACT_DIGITS = 10

/** How the administrators' list of messages may be sorted. */
export const CONTACT_SORTS = ['newest', 'unread'] as const
