// Their products: `server/catalogue/lists/featured-rows.ts`; drawn from: `app/catalogue/rows/featured-rows.ts`.
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
/** The featured rows of the home page and the product page, in order, each with what it says while it loads. */
export const FEATURED_ROWS = [
  { slug: 'shirts', title: 'Featured Shirts', loading: 'Loading shirts...' },
  { slug: 't-shirts', title: 'Featured T-Shirts', loading: 'Loading t-shirts...' },
  { slug: 'pants', title: 'Featured Pants', loading: 'Loading Pants...' },
  { slug: 'co-ords', title: 'Featured Co-ords', loading: 'Loading Co-Ords...' },
  { slug: 'lowers', title: 'Featured Lowers', loading: 'Loading Lowers...' },
] as const satisfies { slug: FeaturedSlug; title: string; loading: string }[]
export type FeaturedRow = (typeof FEATURED_ROWS)[number]
/** From how many products a row is chosen. Only home has more shirts to choose from. */
export const featuredLimit = (slug: FeaturedSlug, place: FeaturedPlace): number =>
  slug === 'shirts' && place === 'home' ? 30 : FEATURED_MAXIMUM
