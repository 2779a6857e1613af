/** The stars that a review may give. */
export const STARS = [1, 2, 3, 4, 5] as const

/** How a garment fits: smaller than expected, as expected, larger. */
export const FITS = ['small', 'right', 'large'] as const
export type Fit = (typeof FITS)[number]

export const MAX_REVIEW_CHARACTERS = 1000

/** How many reviews a product's page shows. */
export const MAX_SHOWN_REVIEWS = 20
