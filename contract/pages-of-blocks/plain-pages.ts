import type { Block } from '#contract/pages-of-blocks/block-kinds.ts'
import { DEFAULT_ABOUT } from '#contract/pages-of-blocks/default-about.ts'
import { homePage, type DefaultPage } from '#contract/pages-of-blocks/default-pages.ts'

/** What a shop says of itself before its owner has written a page. */
interface OwnWords {
  shopName: string
  /** Empty where it has none. */
  line: string
  hasHeroPicture: boolean
}

const EVERYTHING = { button: 'Explore Collection', buttonLink: '/getproducts' } as const
const QUESTIONS: Block = { id: 'closing', kind: 'contactLine', fields: { text: 'Something unclear? Ask us.' } }

/** Without a picture of the owner's the name stands alone: the shop's own picture shows a garment of the demo. */
const opening = ({ shopName, line, hasHeroPicture }: OwnWords): Block =>
  hasHeroPicture
    ? {
        id: 'hero',
        kind: 'hero',
        fields: {
          badge: '',
          headline: shopName.toUpperCase(),
          text: line,
          ...EVERYTHING,
          secondButton: 'Learn More',
          secondLink: '/about',
          picture: '',
          pictureWords: '',
        },
      }
    : {
        id: 'hero',
        kind: 'statement',
        fields: { heading: shopName, text: line, look: 'title of the page', ...EVERYTHING },
      }

const row = (slug: string, title: string, index: number): Block => ({
  id: `row-${index + 1}`,
  kind: 'productRow',
  fields: {
    heading: '',
    title,
    source: 'of a category',
    category: slug,
    collection: '',
    products: [],
    isNight: false,
  },
})

/** The home page of a shop whose owner has taken the words of the demo out: its name, its line, its goods. */
export const plainHome = (words: OwnWords, rows: readonly { slug: string; title: string }[]): DefaultPage => ({
  title: words.shopName,
  description: words.line,
  blocks: [
    opening(words),
    { id: 'divider', kind: 'divider', fields: {} },
    ...rows.map(({ slug, title }, index) => row(slug, title, index)),
    QUESTIONS,
  ],
})

/** The page about such a shop, which claims nothing that its owner has not said. */
export const plainAbout = ({ shopName, line }: OwnWords): DefaultPage => ({
  title: 'About',
  description: line,
  blocks: [
    {
      id: 'about',
      kind: 'statement',
      fields: { heading: `About ${shopName}`, text: line, look: 'title of the page', ...EVERYTHING },
    },
    QUESTIONS,
  ],
})

/** A page with other texts in some of its blocks. */
const withTexts = (page: DefaultPage, description: string, texts: Readonly<Record<string, string>>): DefaultPage => ({
  ...page,
  description,
  blocks: page.blocks.map((block) => {
    const text = texts[block.id]
    return text === undefined ? block : ({ ...block, fields: { ...block.fields, text } } as Block)
  }),
})

const EVERY_DAY = 'Made to be worn every day and kept for years.'

/**
 * The specified home page of a shop that sells other goods, as long as its owner has said nothing: it names none that
 * are not there.
 */
export const homeOfOtherGoods = (rows: readonly { slug: string; title: string }[]): DefaultPage =>
  withTexts(homePage(rows), EVERY_DAY, {
    hero: EVERY_DAY,
    intro: 'What stays is what fits today and does not date tomorrow.',
    philosophy: 'One piece made right rather than ten in a hurry. A fair price in rupees, and nothing added for show.',
  })

/** The specified page about such a shop. */
export const aboutOfOtherGoods: DefaultPage = withTexts(DEFAULT_ABOUT, DEFAULT_ABOUT.description, {
  about:
    'We are a design house, not a warehouse. What hangs here was cut, sewn and worn until it was right, one honest piece at a time.',
})
