import type { SiteMenus } from '#contract/pages-of-blocks/pages.ts'
import type { Db } from '#server/db/database.ts'

import {
  CATEGORIES_ENTRY,
  DEFAULT_MENUS,
  liveColumns,
  MENU_NAMES,
  menuColumns,
  type MenuName,
} from '#contract/pages-of-blocks/menus.ts'
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
 * Whether a link leads to something that is there: an address of another site, or a page, a category, a collection or a
 * product of the shop. A link that does not is never shown.
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

/**
 * The owner's menus with the links that lead somewhere now. One that is as every shop has it at first is left out: the
 * pages know it themselves.
 */
export function liveMenus(texts: Readonly<Record<MenuName, string>>, targets: LinkTargets): SiteMenus {
  const isShown = (to: string) => to === CATEGORIES_ENTRY || isLive(to, targets)
  const menus = MENU_NAMES.flatMap((name) => {
    const own = liveColumns(menuColumns(texts[name]), isShown)
    const isAsAtFirst = JSON.stringify(own) === JSON.stringify(menuColumns(DEFAULT_MENUS[name]))
    return isAsAtFirst ? [] : [[name, own] as const]
  })
  return Object.fromEntries(menus)
}
