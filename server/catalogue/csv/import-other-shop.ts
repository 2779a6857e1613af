import type { OtherShop } from '#contract/catalogue/import/import-choices.ts'
import type { KnownCategory } from '#server/catalogue/admin/stored-product-queries.ts'
import type { ProductInput } from '#server/catalogue/csv/csv-products.ts'
import type { Planned } from '#server/catalogue/csv/plan-import.ts'
import type { Db } from '#server/db/database.ts'
import type { OtherShopCsv } from '#server/catalogue/other-shops/source-product.ts'

import { NewCategory } from '#contract/catalogue/catalogue.ts'
import { nameKey } from '#contract/catalogue/slug.ts'
import { MAX_OLD_ADDRESSES } from '#contract/catalogue/old-addresses/old-address-limits.ts'
import { counted } from '#contract/words/counted.ts'
import { addMissingCategories } from '#server/catalogue/categories.ts'
import { inCategory } from '#server/catalogue/admin/stored-product.ts'
import { listCategories } from '#server/catalogue/category-queries.ts'
import { writtenOf } from '#server/catalogue/csv/other-shop-inputs.ts'
import { queueFetches, upsertImported } from '#server/catalogue/other-shops/imported-queries.ts'
import { hasLostLetters, LETTERS_LOST } from '#server/http/csv/lost-letters.ts'
import { addImportedAddresses } from '#server/catalogue/old-addresses/service.ts'

/** The id of a category that the import adds, until it has one. */
const NEW_CATEGORY = 'new category '

/**
 * The inputs with the names of this shop's categories, and those that the import adds. Names that people take for one
 * are one. A product whose category cannot have its name is refused.
 */
export function withCategories(
  inputs: readonly ProductInput[],
  existing: readonly KnownCategory[],
): { inputs: ProductInput[]; categories: KnownCategory[]; added: string[] } {
  const known = new Map(existing.map((category) => [nameKey(category.name), category]))
  const added = new Map<string, KnownCategory>()
  const named = inputs.map((input): ProductInput => {
    if (input.categoryName === undefined || input.reasons.length > 0) return input
    const parsed = NewCategory.safeParse({ name: input.categoryName })
    const isLost = hasLostLetters(input.categoryName)
    if (!parsed.success || isLost) {
      const fault = isLost ? LETTERS_LOST : parsed.error?.issues[0]?.message
      const reason = `Its category “${input.categoryName.slice(0, 60)}”: ${fault ?? ''}`
      return { ...input, reasons: [{ line: input.lines[0] ?? 0, reason }] }
    }
    const { name } = parsed.data
    const key = nameKey(name)
    const category = known.get(key) ?? added.get(key) ?? { id: NEW_CATEGORY + name, name, defaults: {} }
    if (!known.has(key)) added.set(key, category)
    return { ...input, categoryName: category.name }
  })
  const more = [...added.values()]
  return { inputs: named, categories: [...existing, ...more], added: more.map(({ name }) => name) }
}

const SHOP_NAMES: Record<OtherShop, string> = { shopify: 'Shopify', woocommerce: 'WooCommerce' }

/** What is true of the whole file, each as a sentence. */
export function remarksOf({ shop, leftOut }: OtherShopCsv, newCategories: readonly string[]): string[] {
  return [
    `This is an export of ${SHOP_NAMES[shop]}.`,
    ...(newCategories.length > 0 ? [`New categories: ${newCategories.join(', ')}.`] : []),
    ...(leftOut.length > 0 ? [`Left out, because it has no place in this shop: ${leftOut.join(', ')}.`] : []),
  ]
}

/** Adds the categories that these products are the first of, and puts them in. */
export async function inNewCategories(db: Db, actorId: string, planned: readonly Planned[]): Promise<Planned[]> {
  const isNew = ({ after }: Planned) => after.categoryId.startsWith(NEW_CATEGORY)
  const names = [...new Set(planned.filter(isNew).map(({ after }) => after.categoryName))]
  if (names.length === 0) return [...planned]
  const categories = await addMissingCategories(db, actorId, names)
  const known = new Map(categories.map(({ _id: id, name }) => [name, { id, name, defaults: {} }]))
  return planned.map((each) => {
    const category = isNew(each) ? known.get(each.after.categoryName) : undefined
    return category ? { ...each, after: inCategory(each.after, category) } : each
  })
}

/**
 * Remembers what was imported, queues its pictures, and lets the addresses that it had there lead here. Returns what
 * there is to remark of it, each as a sentence.
 */
export async function rememberImport(db: Db, shop: OtherShop, planned: readonly Planned[]): Promise<string[]> {
  const imported = planned.flatMap(({ before, after, input: { source } }) =>
    source ? [{ before, productId: after.id, categoryId: after.categoryId, source }] : [],
  )
  await upsertImported(
    db,
    shop,
    imported.map(({ before, productId, source }) => ({
      productId,
      keys: source.keys,
      colour: source.colourKey,
      written: writtenOf(source),
      // What the staff have made a draft since stays one, unless it has gone on sale in the other shop since.
      waitsForSale: source.becomesOnSale ? before?.isDraft !== false : source.isOnSale ? undefined : false,
    })),
  )
  const fetches = imported.flatMap(({ productId, source }) =>
    source.newPictures.map(({ address, alt, line }) => {
      return { productId, address, alt, line, place: source.pictures.findIndex((each) => each.address === address) }
    }),
  )
  await queueFetches(db, fetches)
  const slugs = new Map((await listCategories(db)).map(({ _id, slug }) => [_id, slug]))
  const moves = imported.flatMap(({ productId, categoryId, source: { oldPaths } }) => [
    { from: oldPaths.product, to: `/product/${productId}` },
    ...(oldPaths.category === undefined
      ? []
      : [{ from: oldPaths.category, to: `/categories/${encodeURIComponent(slugs.get(categoryId) ?? '')}` }]),
  ])
  // Of the colours of a product the first has its old address.
  const once = new Map<string, string>()
  for (const { from, to } of moves) if (!once.has(from)) once.set(from, to)
  const left = await addImportedAddresses(
    db,
    [...once].map(([from, to]) => ({ from, to })),
  )
  if (left === 0) return []
  const are = left === 1 ? 'does not lead on' : 'do not lead on'
  return [
    `${counted(left, 'address', 'addresses')} of before ${are}, because a shop keeps at most ${MAX_OLD_ADDRESSES} old addresses.`,
  ]
}
