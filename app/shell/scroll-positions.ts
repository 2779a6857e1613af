/**
 * The session storage key under which the router saves the scroll position of each visit, in pixels by the visit's key.
 */
export const SCROLL_POSITIONS = 'scroll-positions'
