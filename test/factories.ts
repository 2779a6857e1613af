import type { SaleInput } from '#contract/catalogue/sales/sales.ts'
import type { OfferInput } from '#contract/offers/offers.ts'
import type { Db } from '#server/db/database.ts'

import { slugOf } from '#contract/catalogue/slug.ts'
import { newId } from '#server/db/new-id.ts'

/** What a visitor fills the contact form with. */
export const CONTACT_MESSAGE = {
  firstName: 'Ravi',
  lastName: 'Iyer',
  email: 'ravi@example.com',
  contactNumber: '9876501234',
  subject: 'Sizes',
  message: 'Does it run large?',
}

let count = 0
const next = () => (count += 1)

/** A category straight in the database. */
export async function addCategory(db: Db, name = `Category ${next()} ${newId().slice(-6)}`) {
  const category = { id: newId(), name, slug: slugOf(name) }
  await db.insertInto('categories').values(category).execute()
  return category
}

interface ProductDraft {
  name?: string
  description?: string
  categoryId?: string
  pricePaise?: number
  discountedPricePaise?: number | null
  colour?: string | null
  colourGroup?: string | null
  /** Pieces of a product without sizes. */
  stock?: number
  /** Pieces by size, in order. */
  sizes?: Record<string, number>
}

/** A product straight in the database, with its size rows and their ledger; no pictures. */
export async function addProduct(db: Db, draft: ProductDraft = {}) {
  const categoryId = draft.categoryId ?? (await addCategory(db)).id
  const product = {
    id: newId(),
    categoryId,
    name: draft.name ?? `Product ${next()}`,
    description: draft.description ?? 'A plain product.',
    pricePaise: draft.pricePaise ?? 149_900,
    discountedPricePaise: draft.discountedPricePaise ?? null,
    colour: draft.colour ?? null,
    colourGroup: draft.colourGroup ?? null,
  }
  const sizes = Object.entries(draft.sizes ?? { '': draft.stock ?? 20 }).map(([size, stock], position) => ({
    id: newId(),
    productId: product.id,
    size,
    position,
    stock,
  }))
  await db.insertInto('products').values(product).execute()
  await db.insertInto('productSizes').values(sizes).execute()
  const opening = sizes.filter(({ stock }) => stock > 0)
  if (opening.length > 0) {
    await db
      .insertInto('stockLedger')
      .values(
        opening.map(({ id, stock }) => ({
          productSizeId: id,
          fromPlace: 'supplier' as const,
          toPlace: 'shelf' as const,
          quantity: stock,
          reason: 'opening' as const,
        })),
      )
      .execute()
  }
  return { ...product, sizes }
}

/** A sale as an administrator enters it: 20% off a category, from an hour ago to in an hour. */
export const saleInput = (changes: Partial<SaleInput> = {}): SaleInput => ({
  title: 'Festival',
  startsAt: new Date(Date.now() - 3_600_000).toISOString(),
  endsAt: new Date(Date.now() + 3_600_000).toISOString(),
  ...(changes.amount === undefined && { percent: 20 }),
  rounding: 'none',
  products: [],
  categories: [],
  ...changes,
})

/** An offer as an administrator enters it: with a code, 10% off everything, without limits. */
export const offerInput = (changes: Partial<OfferInput> = {}): OfferInput => ({
  ...(changes.name === undefined && { code: `CODE${newId().slice(-8).toUpperCase()}` }),
  ...(changes.amount === undefined && !changes.freeShipping && { percent: 10 }),
  categories: [],
  minimumQuantity: 1,
  minimumTotal: 0,
  ...changes,
})
