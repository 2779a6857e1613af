import { blockKind, type BlockField, type FieldValues } from '#contract/pages-of-blocks/block-fields.ts'

const picture = { label: 'Picture', input: 'picture', default: '' } as const
const pictureWords = {
  label: 'What the picture shows',
  input: 'line',
  default: '',
  hint: 'For who cannot see it.',
} as const
const heading = { label: 'Heading', input: 'line', default: '' } as const
const button = { label: 'Button', input: 'line', default: '', maxLength: 40 } as const
const buttonLink = {
  label: 'The button leads to',
  input: 'link',
  default: '',
  hint: 'A path of the shop, such as /categories/shirts, or an address that starts with https://',
} as const

const EMPTY_CARD = { title: '', line: '', text: '', sign: 'none', picture: '' }

/**
 * Every kind of block that a page is made of. To add one, add its row; its component in `app/blocks/` and the
 * component's line in `app/blocks/block-renderers.tsx`; and where the server reads something for it,
 * `server/pages-of-blocks/resolve-blocks.ts`. What it loads from elsewhere, `server/pages/content-security-policy.ts`
 * has to allow. The form, the checks and the description of the calls follow from the row. Plain values only: the
 * browser imports this.
 *
 * A row may be removed. A stored block whose kind or fields are no longer taken is left out of its page.
 */
export const BLOCK_KINDS = {
  hero: blockKind({
    label: 'Hero',
    hint: 'The opening of a page: a headline with a large picture beside it.',
    fields: {
      badge: { label: 'Badge', input: 'line', default: '', maxLength: 60 },
      headline: {
        label: 'Headline',
        input: 'text',
        default: 'DESIGNED\nFOR\nTOMORROW',
        maxLength: 120,
        hint: 'Each line stands alone and ends with a full stop of its own.',
      },
      text: { label: 'Text', input: 'text', default: '', maxLength: 600 },
      button: { ...button, first: 'Explore Collection', label: 'First button' },
      buttonLink: { ...buttonLink, first: '/getproducts', label: 'The first button leads to' },
      secondButton: { ...button, label: 'Second button' },
      secondLink: { ...buttonLink, label: 'The second button leads to' },
      picture: { ...picture, hint: 'Upright, 4:5. Empty: the hero picture of the settings, or the shop’s own.' },
      pictureWords,
    },
  }),
  statement: blockKind({
    label: 'Statement',
    hint: 'A large sentence with a short text and a button.',
    fields: {
      heading: { ...heading, first: 'Fewer pieces. Better cut. Worn for years.', label: 'Sentence' },
      text: {
        label: 'Text',
        input: 'text',
        default: '',
        maxLength: 2000,
        hint: 'An empty line begins a new paragraph.',
      },
      look: {
        label: 'Look',
        input: 'choice',
        default: 'centred',
        options: ['centred', 'side by side', 'title of the page'],
      },
      button,
      buttonLink,
    },
  }),
  text: blockKind({
    label: 'Text',
    hint: 'Headings, paragraphs, lists and links.',
    fields: {
      heading: { ...heading, first: 'Good to know' },
      text: {
        label: 'Text',
        input: 'markdown',
        default: '',
        first: 'Something unclear? [Ask us](/contact) before you order.',
        maxLength: 10_000,
        hint: 'Markdown: ## heading, - list, **bold**, [link](/contact).',
      },
    },
  }),
  productRow: blockKind({
    label: 'Row of products',
    hint: 'Products that scroll sideways. What is not on sale is left out, and a row without products is not shown.',
    fields: {
      heading: {
        ...heading,
        label: 'Line above the rows',
        hint: 'Small, above the first of several rows that follow each other.',
      },
      title: { ...heading, label: 'Title of the row' },
      source: {
        label: 'Products',
        input: 'choice',
        default: 'newest',
        options: ['newest', 'best sold', 'reduced', 'of a category', 'of a collection', 'chosen by hand'],
      },
      category: {
        label: 'Category',
        input: 'category',
        default: '',
        countsWith: { field: 'source', value: 'of a category' },
      },
      collection: {
        label: 'Collection',
        input: 'collection',
        default: '',
        countsWith: { field: 'source', value: 'of a collection' },
      },
      products: {
        label: 'Chosen products',
        input: 'products',
        default: [],
        countsWith: { field: 'source', value: 'chosen by hand' },
      },
      isNight: { label: 'Dark in either theme', input: 'switch', default: false },
    },
  }),
  categoryRow: blockKind({
    label: 'Row of categories',
    hint: 'Each category that has goods, with the picture of its newest product. Categories without goods are left out.',
    fields: { title: { ...heading, first: 'Shop by category', label: 'Title of the row' } },
  }),
  pictureWithText: blockKind({
    label: 'Picture with text',
    hint: 'A picture on one side, a text with a button on the other.',
    fields: {
      picture,
      pictureWords,
      side: { label: 'The picture stands', input: 'choice', default: 'left', options: ['left', 'right'] },
      heading: { ...heading, first: 'Seen from close by' },
      text: {
        label: 'Text',
        input: 'markdown',
        default: '',
        first: 'Cloth, seams and buttons are what a piece is worn for.',
        maxLength: 3000,
        hint: 'Markdown: - list, **bold**, [link](/contact).',
      },
      button,
      buttonLink,
    },
  }),
  picturePair: blockKind({
    label: 'Pair of pictures',
    hint: 'Two pictures beside each other, each with a line and a link.',
    fields: {
      picture: { ...picture, label: 'First picture' },
      pictureWords: { ...pictureWords, label: 'What the first picture shows' },
      line: { ...heading, label: 'Line under the first' },
      link: { ...buttonLink, label: 'The first leads to' },
      secondPicture: { ...picture, label: 'Second picture' },
      secondWords: { ...pictureWords, label: 'What the second picture shows' },
      secondLine: { ...heading, label: 'Line under the second' },
      secondLink: { ...buttonLink, label: 'The second leads to' },
    },
  }),
  outfit: blockKind({
    label: 'Outfit',
    hint: 'A picture with products on it. Each is a dot on the picture and an entry beside it.',
    fields: {
      heading: { ...heading, first: 'Worn together' },
      text: { label: 'Text', input: 'text', default: '', maxLength: 600 },
      picture,
      pictureWords,
      spots: {
        label: 'Products on the picture',
        input: 'items',
        item: 'product',
        default: [],
        fields: {
          product: { label: 'Product', input: 'product', default: '' },
          across: {
            label: 'Across, in percent',
            input: 'number',
            default: 50,
            min: 0,
            max: 100,
            hint: 'From the left.',
          },
          down: { label: 'Down, in percent', input: 'number', default: 50, min: 0, max: 100, hint: 'From the top.' },
        },
      },
    },
  }),
  outfitRow: blockKind({
    label: 'Row of outfits',
    hint: 'The outfits of another page, as pictures that scroll sideways and lead to it. Not shown while that page has none.',
    fields: {
      title: { ...heading, first: 'Worn together', label: 'Title of the row' },
      page: {
        label: 'Page of the outfits',
        input: 'line',
        default: 'outfits',
        maxLength: 60,
        hint: 'The last part of its address.',
      },
    },
  }),
  quotations: blockKind({
    label: 'Quotations',
    hint: 'What customers wrote: the newest reviews with four stars or five that nobody has hidden.',
    fields: {
      heading: { ...heading, default: 'What customers say' },
      count: { label: 'How many', input: 'number', default: 3, min: 1, max: 6 },
    },
  }),
  questions: blockKind({
    label: 'Questions and answers',
    hint: 'Questions that open to their answers.',
    fields: {
      heading: { ...heading, default: 'Questions' },
      items: {
        label: 'Questions',
        input: 'items',
        item: 'question',
        default: [],
        first: [{ question: 'When does my order arrive?', answer: 'Each product’s page says when.' }],
        fields: {
          question: { label: 'Question', input: 'line', default: '' },
          answer: {
            label: 'Answer',
            input: 'markdown',
            default: '',
            maxLength: 2000,
            hint: 'Markdown: - list, **bold**, [link](/contact).',
          },
        },
      },
    },
  }),
  contactLine: blockKind({
    label: 'Contact line',
    hint: 'A sentence with the ways to reach the shop: phone and e-mail of the settings, and the contact form.',
    fields: { text: { ...heading, label: 'Sentence', default: 'Something unclear? Ask us.' } },
  }),
  cards: blockKind({
    label: 'Cards',
    hint: 'Up to twelve short texts beside each other, with signs or with round pictures.',
    fields: {
      heading,
      look: { label: 'Look', input: 'choice', default: 'signs', options: ['signs', 'round pictures'] },
      items: {
        label: 'Cards',
        input: 'items',
        item: 'card',
        default: [],
        first: [
          { ...EMPTY_CARD, title: 'Secure Payment', text: 'The payment provider takes it, and no card is kept here.' },
          { ...EMPTY_CARD, title: 'Questions', text: 'A person answers, by e-mail or by phone.' },
        ],
        fields: {
          title: { label: 'Title', input: 'line', default: '' },
          line: { label: 'Line under the title', input: 'line', default: '' },
          text: { label: 'Text', input: 'text', default: '', maxLength: 600 },
          sign: {
            label: 'Sign',
            input: 'choice',
            default: 'none',
            options: ['none', 'pencil', 'ruler', 'leaf', 'sparkles'],
          },
          picture,
        },
      },
    },
  }),
  divider: blockKind({ label: 'Tape measure', hint: 'A line between two parts of a page.', fields: {} }),
} as const

export type BlockKind = keyof typeof BLOCK_KINDS
export const BLOCK_KIND_NAMES = Object.keys(BLOCK_KINDS) as BlockKind[]

export type BlockFields<Kind extends BlockKind> = FieldValues<(typeof BLOCK_KINDS)[Kind]['fields']>

/** A block as it is stored: `id` is unique on its page and names the block's heading there. */
export type Block = {
  [Kind in BlockKind]: {
    readonly id: string
    readonly kind: Kind
    readonly isHidden?: boolean | undefined
    readonly fields: BlockFields<Kind>
  }
}[BlockKind]

/** The fields of a kind by their names. */
export const fieldsOf = (kind: BlockKind): readonly (readonly [name: string, field: BlockField])[] =>
  Object.entries(BLOCK_KINDS[kind].fields)

/** What a new block of this kind says. */
export const defaultFields = (kind: BlockKind): Record<string, unknown> =>
  Object.fromEntries(
    fieldsOf(kind).map(([name, field]) => [name, ('first' in field ? field.first : undefined) ?? field.default]),
  )
