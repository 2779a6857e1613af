/** Orders that one CSV holds. */
export const MAX_EXPORTED = 100_000
/**
 * The days that a comparison with the payment provider looks back. They overlap: if the provider was late, the next two
 * find what one has missed.
 */
export const COMPARED_DAYS = 3
