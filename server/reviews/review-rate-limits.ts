/** Reviews that one customer may send within a minute, new or in place of earlier ones. */
export const REVIEWS_PER_MINUTE = 10
