/** Products on a page of a list, unless the caller says otherwise. */
export const DEFAULT_LIMIT = 12
/** The most products that a list without page and limit answers. */
export const MAX_LIST = 5000
