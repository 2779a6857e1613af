import type { Block } from '#contract/pages-of-blocks/block-kinds.ts'

import { FEATURED_ROWS } from '#contract/catalogue/lists/featured-rows.ts'

/** What a page says until the owner publishes something else. */
export interface DefaultPage {
  title: string
  description: string
  blocks: readonly Block[]
}

/** The page whose outfits the home page shows. */
export const OUTFITS_PAGE = 'outfits'

/** The line above the rows of the home page. */
const ROWS_HEADING = 'Featured Collections'

const row = (slug: string, title: string, index: number): Block => ({
  id: `row-${index + 1}`,
  kind: 'productRow',
  fields: {
    heading: index === 0 ? ROWS_HEADING : '',
    title,
    source: 'of a category',
    category: slug,
    collection: '',
    products: [],
    isNight: index === 1,
  },
})

/** The home page with a row for each of these categories. */
export const homePage = (rows: readonly { slug: string; title: string }[]): DefaultPage => ({
  title: 'Designed for tomorrow',
  description:
    'Original menswear, cut in-house. Shirts, t-shirts, pants, co-ords and lowers built to be worn every day and kept for years.',
  blocks: [
    {
      id: 'hero',
      kind: 'hero',
      fields: {
        badge: 'Next-Gen Fashion',
        headline: 'DESIGNED\nFOR\nTOMORROW',
        text: 'Original menswear, cut in-house. Shirts, t-shirts, pants, co-ords and lowers built to be worn every day and kept for years.',
        button: 'Explore Collection',
        buttonLink: '/getproducts',
        secondButton: 'Learn More',
        secondLink: '/about',
        picture: '',
        pictureWords: '',
      },
    },
    { id: 'divider', kind: 'divider', fields: {} },
    {
      id: 'intro',
      kind: 'statement',
      fields: {
        heading: 'A pattern cutter’s table, open to everyone.',
        text: 'Every piece starts as paper on a table: drawn, cut, sewn, worn and drawn again until nothing is left to take away. What stays is clothing that fits today and does not date tomorrow.',
        look: 'side by side',
        button: '',
        buttonLink: '',
      },
    },
    ...rows.map(({ slug, title }, index) => row(slug, title, index)),
    { id: 'outfits', kind: 'outfitRow', fields: { title: 'Worn together', page: OUTFITS_PAGE } },
    {
      id: 'philosophy',
      kind: 'statement',
      fields: {
        heading: 'Fewer pieces. Better cut. Worn for years.',
        text: 'We would rather make one shirt right than ten in a hurry. Honest cloth, clean seams, a fair price in rupees, and nothing added for show.',
        look: 'centred',
        button: 'Discover Our Products',
        buttonLink: '/getproducts',
      },
    },
  ],
})

/** The home page of the specification. */
export const DEFAULT_HOME: DefaultPage = homePage(FEATURED_ROWS)
