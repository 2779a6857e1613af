/** A featured row needs at least this many products in its category. */
export const FEATURED_MINIMUM = 5
/** The most products of a featured row. */
export const FEATURED_MAXIMUM = 10
/** The pages with featured rows. */
export const FEATURED_PLACES = ['home', 'product'] as const
export type FeaturedPlace = (typeof FEATURED_PLACES)[number]
/** The categories of the featured rows, in order. */
export const FEATURED_SLUGS = ['shirts', 't-shirts', 'pants', 'co-ords', 'lowers'] as const
export type FeaturedSlug = (typeof FEATURED_SLUGS)[number]
/** From how many products a row is chosen. Only home has more shirts to choose from. */
export const featuredLimit = (slug: FeaturedSlug, place: FeaturedPlace): number =>
  slug === 'shirts' && place === 'home' ? 30 : FEATURED_MAXIMUM
