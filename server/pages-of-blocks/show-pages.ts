import type {
  PageNames,
  ShownBlock,
  ShownPage,
  SitePages,
  TypedDraft,
  TypedPage,
} from '#contract/pages-of-blocks/pages.ts'
import type { Shop } from '#server/start/shop.ts'

import { FEATURED_SLUGS } from '#contract/catalogue/lists/featured-rows.ts'
import { DEFAULT_ABOUT } from '#contract/pages-of-blocks/default-about.ts'
import { DEFAULT_HOME } from '#contract/pages-of-blocks/default-pages.ts'
import { isSpecifiedPage, SPECIFIED_PAGES, type SpecifiedPage } from '#contract/pages-of-blocks/page-limits.ts'
import { aboutOfOtherGoods, homeOfOtherGoods, plainAbout, plainHome } from '#contract/pages-of-blocks/plain-pages.ts'
import { hasOwnLine } from '#contract/settings/public-settings.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { fillPlaceholders } from '#contract/words/placeholders.ts'
import { findCategory, type Listing, type ProductIndex } from '#server/catalogue/service.ts'
import { notFound } from '#server/errors.ts'
import { liveMenus, readLinkTargets } from '#server/pages-of-blocks/live-links.ts'
import { findPageByToken, findPublished, listPublished, type PageContent } from '#server/pages-of-blocks/queries.ts'
import { readBlocks, resolveBlocks, type PageFacts } from '#server/pages-of-blocks/resolve-blocks.ts'

type Sources = Pick<Shop, 'db' | 'settings'> & { index: ProductIndex; facts: PageFacts }

/** Rows of a shop that has none of the specified categories. */
const MAX_OWN_ROWS = 5

const hasSpecifiedCategory = ({ categories }: Listing) => FEATURED_SLUGS.some((slug) => findCategory(categories, slug))

/**
 * Whether the rows of the specified home page say something of this shop: one of their categories is there, or there is
 * none at all.
 */
const hasSpecifiedRows = (listing: Listing) => listing.categories.length === 0 || hasSpecifiedCategory(listing)

/**
 * Whether the specified words are not this shop's: its owner has replaced the line under the name, and sells other
 * goods.
 */
const hasOwnWords = (settings: Settings, listing: Listing) => hasOwnLine(settings) && !hasSpecifiedCategory(listing)

/** Whether a page that nobody has published is as the specification has it. */
const isAsSpecified = (listing: Listing, settings: Settings) =>
  !hasOwnWords(settings, listing) && hasSpecifiedRows(listing)

/** What a specified page says where nothing was published. */
export function specifiedPage(
  name: SpecifiedPage,
  listing: Listing,
  settings: Settings,
): Pick<PageContent, 'title' | 'description' | 'blocks'> {
  if (isAsSpecified(listing, settings)) return name === 'about' ? DEFAULT_ABOUT : DEFAULT_HOME
  const { shopName, footerLine, heroPicture } = settings
  const line = fillPlaceholders(footerLine, { shop: shopName })
  const words = { shopName, line, hasHeroPicture: heroPicture !== '' }
  if (name === 'about') return hasOwnWords(settings, listing) ? plainAbout(words) : aboutOfOtherGoods
  const sold = listing.categories.filter(({ _id }) =>
    listing.inOrder('name').some(({ product }) => product.category._id === _id),
  )
  const rows = sold.slice(0, MAX_OWN_ROWS).map(({ slug, name: title }) => ({ slug, title }))
  return hasOwnWords(settings, listing) ? plainHome(words, rows) : homeOfOtherGoods(rows)
}

async function resolve(
  { db, settings, facts }: Sources,
  blocks: readonly unknown[],
  listing: Listing,
): Promise<ShownBlock[]> {
  const targets = await readLinkTargets(db, listing)
  const current = settings.current()
  const isAsItCame = !hasOwnLine(current) && hasSpecifiedRows(listing)
  return resolveBlocks(blocks, { ...targets, db, facts, settings: current, isAsItCame })
}

async function show(
  sources: Sources,
  { slug, title, description, blocks }: Pick<PageContent, 'title' | 'description' | 'blocks'> & { slug: string },
  listing: Listing,
): Promise<ShownPage> {
  return { slug, title, description, isSpecified: false, blocks: await resolve(sources, blocks, listing) }
}

/** The page at this address as visitors get it. Throws not-found (404) where nothing is published. */
export async function getShownPage(sources: Sources, slug: string): Promise<ShownPage> {
  const [published, listing] = await Promise.all([findPublished(sources.db, slug), sources.index.read()])
  if (published) return show(sources, { slug, ...published }, listing)
  if (!isSpecifiedPage(slug)) throw notFound('Page')
  const settings = sources.settings.current()
  const page = { slug, ...specifiedPage(slug, listing, settings) }
  if (!isAsSpecified(listing, settings)) return show(sources, page, listing)
  const blocks = readBlocks(page.blocks).filter(({ kind }) => kind === 'outfitRow')
  return { ...(await show(sources, { ...page, blocks }, listing)), isSpecified: true }
}

/**
 * A draft as visitors would get it. A specified page has one before anybody has edited it, under its own name. Throws
 * not-found (404) for a token that belongs to no page.
 */
export async function getPreview(sources: Sources, token: string): Promise<ShownPage> {
  const [stored, listing] = await Promise.all([findPageByToken(sources.db, token), sources.index.read()])
  const draft =
    stored ??
    (isSpecifiedPage(token) ? { slug: token, ...specifiedPage(token, listing, sources.settings.current()) } : undefined)
  if (!draft) throw notFound('Page')
  return show(sources, draft, listing)
}

/** What is typed of a page as visitors would get it. */
export const showTyped = async (sources: Sources, { title, blocks }: TypedDraft): Promise<TypedPage> => ({
  title,
  blocks: await resolve(sources, blocks, await sources.index.read()),
})

/**
 * Which of the specified pages are not, or no longer, as the specification has them, and which own ones are linked
 * everywhere.
 */
export async function listSitePages({ db, index, settings }: Omit<Sources, 'facts'>): Promise<SitePages> {
  const [published, listing] = await Promise.all([listPublished(db), index.read()])
  const isOwn = (name: SpecifiedPage) =>
    published.some(({ slug }) => slug === name) || !isAsSpecified(listing, settings.current())
  const links = published.filter(({ slug, place }) => place !== 'neither' && !isSpecifiedPage(slug))
  const targets = { listing, slugs: new Set(published.map(({ slug }) => slug)) }
  return { own: SPECIFIED_PAGES.filter(isOwn), links, menus: liveMenus(settings.current(), targets) }
}

/**
 * Every page that visitors can read, to link to: those that are as the specification has them, then the others by
 * title.
 */
export async function listPageNames({ db, index, settings }: Omit<Sources, 'facts'>): Promise<PageNames> {
  const [published, listing] = await Promise.all([listPublished(db), index.read()])
  const specified = SPECIFIED_PAGES.filter((name) => !published.some(({ slug }) => slug === name))
  return [
    ...specified.map((slug) => ({ slug, title: specifiedPage(slug, listing, settings.current()).title })),
    ...published,
  ]
}
