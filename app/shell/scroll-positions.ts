/** The name under which the router keeps in the tab's storage how far each visit was scrolled, as pixels by its key. */
export const SCROLL_POSITIONS = 'scroll-positions'
