import type { ShownBlock } from '#contract/pages-of-blocks/pages.ts'
import type { Db } from '#server/db/database.ts'
import type { Settings } from '#contract/settings/settings.ts'

import type { BlockField } from '#contract/pages-of-blocks/block-fields.ts'
import { fieldsOf, type Block, type BlockFields, type BlockKind } from '#contract/pages-of-blocks/block-kinds.ts'
import { FEATURED_MAXIMUM } from '#contract/catalogue/lists/featured-rows.ts'
import { BlockSchema } from '#contract/pages-of-blocks/pages.ts'
import { cardOf, findCategory, type ListedProduct, type Listing } from '#server/catalogue/service.ts'
import { findPublished } from '#server/pages-of-blocks/queries.ts'
import { isLive, type LinkTargets } from '#server/pages-of-blocks/live-links.ts'
import { htmlOfMarkdown } from '#server/settings/service.ts'

/** Words of a customer with four stars or five. */
interface Praise {
  text: string
  name: string
  rating: number
  productId: string
  productName: string
}

/** What other features tell a page, newest or most first, at most `limit`. */
export interface PageFacts {
  listBestSold(db: Db, limit: number): Promise<string[]>
  listPraise(db: Db, limit: number): Promise<readonly Praise[]>
}

/** What blocks show besides their own words. */
interface BlockSources extends LinkTargets {
  /** The shop is as it came: its page may open with the garment of the demo. */
  isAsItCame: boolean
  db: Db
  facts: PageFacts
  settings: Readonly<Settings>
}

type Fields = Readonly<Record<string, unknown>>

/** The HTML of Markdown in which a link to nothing is its words alone. */
const liveHtml = (markdown: string, sources: BlockSources): string =>
  markdown.trim() === ''
    ? ''
    : htmlOfMarkdown(markdown).replaceAll(/<a href="([^"]*)">(.*?)<\/a>/gs, (link, href: string, words: string) =>
        href.startsWith('#') || isLive(href.replaceAll('&amp;', '&'), sources) ? link : words,
      )

function shownValue(field: BlockField, value: unknown, sources: BlockSources): unknown {
  if (field.input === 'markdown') return liveHtml(String(value), sources)
  if (field.input === 'link') return isLive(String(value), sources) ? value : ''
  if (field.input !== 'items') return value
  const inner = Object.entries(field.fields)
  return (value as Fields[]).map((item) => shownFields(inner, item, sources))
}

const shownFields = (fields: readonly (readonly [string, BlockField])[], values: Fields, sources: BlockSources) =>
  Object.fromEntries(fields.map(([name, field]) => [name, shownValue(field, values[name], sources)]))

/** Up to `count` in random order (Fisher and Yates). */
function shuffled<Item>(items: readonly Item[], count: number): Item[] {
  const pool = [...items]
  return Array.from({ length: Math.min(count, pool.length) }, () =>
    pool.splice(Math.floor(Math.random() * pool.length), 1),
  ).flat()
}

const byIds = ({ find }: Listing, ids: readonly string[]): ListedProduct[] => ids.flatMap((id) => find(id) ?? [])

/** A product that costs what it did has its price in both fields. */
const isReduced = ({ price, discountedPrice = price }: ListedProduct['product']) => discountedPrice < price

const ROW_TITLES = { newest: 'New', 'best sold': 'Most loved', reduced: 'Reduced', 'chosen by hand': 'Chosen for you' }

/** The products of a row and its title; undefined where there are none. */
async function rowOf(
  { source, category, collection, products, title }: BlockFields<'productRow'>,
  { db, listing, facts }: BlockSources,
): Promise<{ listed: ListedProduct[]; title: string } | undefined> {
  if (source === 'of a category') {
    const found = findCategory(listing.categories, category)
    const own = listing.inOrder('name').filter(({ product }) => product.category._id === found?._id)
    return found && { listed: shuffled(own, FEATURED_MAXIMUM), title: title || found.name }
  }
  if (source === 'of a collection') {
    const found = listing.collections.find(collection)
    if (!found) return undefined
    return { listed: listing.collections.productsOf(found).slice(0, FEATURED_MAXIMUM), title: title || found.title }
  }
  const sources = {
    newest: async () => listing.inOrder('newest'),
    'best sold': async () => byIds(listing, await facts.listBestSold(db, 3 * FEATURED_MAXIMUM)),
    reduced: async () => listing.inOrder('newest').filter(({ product }) => isReduced(product)),
    'chosen by hand': async () => byIds(listing, products),
  }
  return { listed: (await sources[source]()).slice(0, FEATURED_MAXIMUM), title: title || ROW_TITLES[source] }
}

/** Of stored blocks those that their schema takes. */
export const readBlocks = (stored: readonly unknown[]): Block[] =>
  stored.flatMap((block) => BlockSchema.safeParse(block).data ?? [])

const isWritten = (...texts: readonly string[]) => texts.some((text) => text.trim() !== '')

type Shown = Pick<ShownBlock, 'products' | 'outfits' | 'quotations' | 'categories' | 'care'> & { fields?: Fields }
/** What a block shows besides its fields; undefined where it has nothing to show. */
type Resolve<Kind extends BlockKind> = (
  fields: BlockFields<Kind>,
  sources: BlockSources,
  id: string,
) => Promise<Shown | undefined> | Shown | undefined

function resolveOutfit({ picture, spots }: BlockFields<'outfit'>, { listing }: BlockSources): Shown | undefined {
  const there = spots.filter(({ product }) => listing.find(product))
  if (!isWritten(picture) || there.length === 0) return undefined
  const listed = byIds(
    listing,
    there.map(({ product }) => product),
  )
  return { products: listed.map(({ product }) => cardOf(product)), fields: { spots: there } }
}

/** Without a picture of its own a hero shows the newest product; the one that came with the shop has a garment. */
function resolveHero({ headline, picture }: BlockFields<'hero'>, sources: BlockSources, id: string): Shown | undefined {
  const { isAsItCame, listing, settings } = sources
  if (!isWritten(headline)) return undefined
  if (isWritten(picture, settings.heroPicture) || (isAsItCame && id === 'hero')) return {}
  const newest = listing.inOrder('newest').find(({ product }) => product.images.length > 0)
  return { products: newest ? [cardOf(newest.product)] : [] }
}

/** A kind that stands nowhere here shows its own fields, always. */
const RESOLVE: { readonly [Kind in BlockKind]?: Resolve<Kind> } = {
  hero: resolveHero,
  statement: ({ heading, text }) => (isWritten(heading, text) ? {} : undefined),
  text: ({ heading, text }) => (isWritten(heading, text) ? {} : undefined),
  pictureWithText: ({ picture, heading, text }) => (isWritten(picture, heading, text) ? {} : undefined),
  picturePair: ({ picture, secondPicture }) => (isWritten(picture, secondPicture) ? {} : undefined),
  cards: ({ items }) => {
    const shown = items.filter(({ title, text }) => isWritten(title, text))
    return shown.length > 0 ? { fields: { items: shown } } : undefined
  },
  questions: ({ items }) => {
    const shown = items.filter(({ question, answer }) => isWritten(question) && isWritten(answer))
    return shown.length > 0 ? { fields: { items: shown } } : undefined
  },
  async productRow(fields, sources) {
    const row = await rowOf(fields, sources)
    if (!row || row.listed.length === 0) return undefined
    return { products: row.listed.map(({ product }) => cardOf(product)), fields: { title: row.title } }
  },
  categoryRow(_fields, { listing }) {
    const categories = listing.categories.flatMap(({ _id, slug, name }) => {
      const own = listing.inOrder('newest').filter(({ product }) => product.category._id === _id)
      const image = own.find(({ product }) => product.images[0])?.product.images[0]
      return image === undefined ? [] : [{ slug, name, products: own.length, image }]
    })
    return categories.length > 0 ? { categories } : undefined
  },
  outfit: resolveOutfit,
  async outfitRow({ page }, sources) {
    const published = await findPublished(sources.db, page)
    const outfits = readBlocks(published?.blocks ?? []).flatMap(({ id, kind, isHidden, fields }) => {
      if (kind !== 'outfit' || isHidden || !resolveOutfit(fields, sources)) return []
      const { heading, picture, pictureWords } = fields
      return [{ id, heading, picture, pictureWords }]
    })
    return outfits.length > 0 ? { outfits } : undefined
  },
  async quotations({ count }, { db, facts }) {
    const praise = await facts.listPraise(db, count)
    if (praise.length === 0) return undefined
    return {
      quotations: praise.map(({ text, name, rating, productId, productName }) => {
        return { text, name, rating, productId, product: productName }
      }),
    }
  },
  contactLine: (_fields, { settings }) => ({ care: { phone: settings.carePhone, email: settings.careEmail } }),
}

async function resolveBlock(block: Block, sources: BlockSources): Promise<ShownBlock[]> {
  const resolve = RESOLVE[block.kind] as Resolve<BlockKind> | undefined
  const fields = shownFields(fieldsOf(block.kind), block.fields, sources)
  const { fields: others, ...shown } = (resolve ? await resolve(fields, sources, block.id) : {}) ?? { fields: null }
  if (others === null) return []
  return [{ id: block.id, kind: block.kind, fields: { ...fields, ...others }, ...shown } as ShownBlock]
}

/**
 * The blocks of a page as visitors get them. What is hidden, or has nothing to show any more, is left out, and so is a
 * stored block that its schema no longer takes.
 */
export async function resolveBlocks(stored: readonly unknown[], sources: BlockSources): Promise<ShownBlock[]> {
  const blocks = readBlocks(stored)
  const shown = await Promise.all(blocks.filter(({ isHidden }) => !isHidden).map((one) => resolveBlock(one, sources)))
  return shown.flat()
}
