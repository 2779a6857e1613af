/** The stars that a review may give. */
export const STARS = [1, 2, 3, 4, 5] as const

export const MAX_REVIEW_CHARACTERS = 1000
