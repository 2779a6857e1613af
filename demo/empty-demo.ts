import type { SettingName, Settings } from '#contract/settings/settings.ts'
import type { Shop } from '#server/start/shop.ts'

import { MAX_BULK } from '#contract/catalogue/product-limits.ts'
import { isShopError } from '#contract/api/errors.ts'
import { readDemoCatalogue } from '#demo/catalogue.ts'
import { listEmptyCategories, listProductsWithCover } from '#demo/empty-demo-queries.ts'
import { changeInBulk } from '#server/catalogue/admin/bulk-change.ts'
import { deleteCategory } from '#server/catalogue/categories.ts'
import { OUTFITS_PAGE } from '#contract/pages-of-blocks/default-pages.ts'
import { removeUntouchedPage } from '#server/pages-of-blocks/service.ts'
import { changeSettings, listSettings } from '#server/settings/service.ts'

/** What is said of the demo's shop and of no other. */
const DEMO_TEXTS = {
  footerLine: '',
  footerNote: '',
  showsSampleRatings: false,
  facebook: '',
  twitter: '',
  instagram: '',
} as const satisfies Partial<Settings>

async function hashesOfCovers(): Promise<string[]> {
  const demo = await readDemoCatalogue()
  return demo.flatMap(({ products }) => products.flatMap(({ pictures }) => pictures[0]?.hash ?? []))
}

/** The products of the demo that are still there, however they were edited. */
export const listDemoProducts = async ({ db }: Pick<Shop, 'db'>): Promise<string[]> =>
  listProductsWithCover(db, await hashesOfCovers())

/** Texts that the owner has written stay. */
async function emptyTexts({ db, settings }: Pick<Shop, 'db' | 'settings'>, actorId: string): Promise<void> {
  const { defaults } = settings
  const shown = await listSettings(db, defaults)
  const names = Object.keys(DEMO_TEXTS) as (keyof typeof DEMO_TEXTS & SettingName)[]
  const untouched = names.filter((name) => shown.find((one) => one.name === name)?.revision === 0)
  const values = Object.fromEntries(untouched.map((name) => [name, DEMO_TEXTS[name]]))
  const revisions = Object.fromEntries(untouched.map((name) => [name, 0]))
  if (untouched.length > 0) await changeSettings(db, { actorId, defaults }, { values, revisions })
}

/**
 * Takes the demo out of the shop: its products, the categories that hold nothing after it, its texts and its page of
 * outfits. Products can be restored and texts undone, each by itself. What the owner added or wrote stays, and orders
 * keep what was bought. Resolves to how many products went.
 */
export async function emptyDemo(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  actorId: string,
): Promise<{ products: number; categories: number }> {
  const demo = await readDemoCatalogue()
  const ids = await listDemoProducts({ db })
  let products = 0
  for (let first = 0; first < ids.length; first += MAX_BULK) {
    const change = { action: 'delete', ids: ids.slice(first, first + MAX_BULK) } as const
    const { results } = await changeInBulk({ db, settings }, actorId, change)
    products += results.filter(({ isDone }) => isDone).length
  }
  let categories = 0
  const slugs = demo.map(({ slug }) => slug)
  for (const name of await listEmptyCategories(db, slugs)) {
    try {
      await deleteCategory(db, actorId, name, { isEmptyOnly: true })
      categories += 1
    } catch (error) {
      // Somebody else has deleted it meanwhile, or put a product into it.
      if (!isShopError(error)) throw error
    }
  }
  await emptyTexts({ db, settings }, actorId)
  await removeUntouchedPage(db, OUTFITS_PAGE)
  return { products, categories }
}
