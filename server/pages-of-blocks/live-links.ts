import type { Db } from '#server/db/database.ts'

import { findCategory, type Listing } from '#server/catalogue/service.ts'
import { listPublished } from '#server/pages-of-blocks/queries.ts'

/** The pages that every shop has. */
const FIXED = new Set([
  '/',
  '/about',
  '/cart',
  '/contact',
  '/getproducts',
  '/privacy',
  '/returns',
  '/seller',
  '/shipping',
  '/signin',
  '/signup',
  '/terms',
  '/user-profile',
  '/wishlist',
])

/** What a link may lead to. */
export interface LinkTargets {
  listing: Listing
  /** The addresses of the published pages. */
  slugs: ReadonlySet<string>
}

/** What links may lead to now. */
export const readLinkTargets = async (db: Db, listing: Listing): Promise<LinkTargets> => ({
  listing,
  slugs: new Set((await listPublished(db)).map(({ slug }) => slug)),
})

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return ''
  }
}

/**
 * Whether a link leads to something that is there: an address of another site, or a page, a category, a collection or a product of
 * the shop. A link that does not is never shown.
 */
export function isLive(link: string, { listing, slugs }: LinkTargets): boolean {
  if (!link.startsWith('/')) return link !== ''
  const [path = ''] = link.split(/[?#]/, 1)
  const [, first, second = '', ...others] = path.replace(/\/$/, '').split('/')
  if (second === '' || others.length > 0) return FIXED.has(path.length > 1 ? path.replace(/\/$/, '') : path)
  const name = decoded(second)
  if (first === 'categories') return findCategory(listing.categories, name) !== undefined
  if (first === 'collections') return listing.collections.find(name) !== undefined
  if (first === 'product') return listing.find(name) !== undefined
  return first === 'pages' && slugs.has(name)
}
