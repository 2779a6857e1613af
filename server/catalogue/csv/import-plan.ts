import { createHash } from 'node:crypto'

import type { CsvChange, CsvProduct } from '#contract/admin-catalogue.ts'
import type { PlannedSize } from '#server/catalogue/admin/edit-sizes.ts'
import type { ProductInput, Reason, SizeInput } from '#server/catalogue/csv/csv-input.ts'
import type { StoredProduct } from '#server/catalogue/admin/stored-product-queries.ts'

import { MAX_SIZES } from '#contract/catalogue-rules.ts'
import { paiseFromRupees } from '#contract/money.ts'
import { WORDINGS } from '#contract/wordings.ts'
import { differenceOf } from '#server/catalogue/admin/audited-fields.ts'
import { TOO_MANY_SIZES } from '#server/catalogue/csv/csv-input.ts'
import { newId } from '#server/new-id.ts'

export interface KnownCategory {
  id: string
  name: string
}

export interface Planned {
  /** Undefined for a new product. */
  before: StoredProduct | undefined
  after: Omit<StoredProduct, 'sizes'> & { sizes: PlannedSize[] }
}

/** What a sheet would do, and what is told of it. */
export interface Plan {
  told: CsvProduct[]
  planned: Planned[]
  unchanged: number
  /** The same as long as the same would be done. */
  token: string
}

const NOTHING_YET = {
  description: '',
  pricePaise: 0,
  discountedPricePaise: null,
  colour: null,
  fabric: null,
  fit: null,
  care: null,
  hsn: null,
  origin: null,
  isCategoryGone: false,
  revision: 0,
  deletedAt: null,
  pictures: [],
}

/** The sizes as they are to be; a size that the sheet does not name stays. */
function sizesFor(before: StoredProduct | undefined, wishes: readonly SizeInput[]): PlannedSize[] | Reason {
  const sizes: PlannedSize[] = (before?.sizes ?? []).map((size) => ({ ...size, isNew: false }))
  const isUnsized = sizes.length === 1 && sizes[0]?.size === ''
  for (const { line, size, stock, measurements } of wishes) {
    const known = sizes.find((each) => each.size.toLowerCase() === size.toLowerCase())
    if (known) {
      known.stock = stock ?? known.stock
      if (measurements !== undefined) known.measurements = measurements
    } else if (size === '' && sizes.length > 0) {
      // The line is about the product as a whole; pieces would have to be of one of its sizes.
      if (stock !== undefined) return { line, reason: 'size: This product has sizes, so its stock needs one.' }
    } else if (isUnsized) {
      return { line, reason: `size: This product has no sizes, so there is no size ${size} of it.` }
    } else if (stock === undefined) {
      return { line, reason: 'stock: A new size needs its stock.' }
    } else {
      sizes.push({ id: newId(), size, stock, measurements: measurements ?? null, isNew: true })
    }
  }
  const line = wishes[0]?.line ?? 0
  return sizes.length > MAX_SIZES ? { line, reason: TOO_MANY_SIZES } : sizes
}

function missingIn({ fields, categoryName, sizes }: ProductInput): string[] {
  return [
    fields.name === undefined && 'name',
    categoryName === undefined && 'category',
    fields.price === undefined && 'price',
    sizes.some(({ stock }) => stock === undefined) && 'stock',
  ].filter((name) => name !== false)
}

/** A product's name within its category, in any case of letters. */
export const nameKey = (categoryId: string, name: string) => `${categoryId} ${name.trim().toLowerCase()}`

interface Known {
  products: ReadonlyMap<string, StoredProduct>
  categories: ReadonlyMap<string, KnownCategory>
  /** The `nameKey`s of what is on sale under one of the names of the sheet. */
  taken: ReadonlySet<string>
}

type Texts = Omit<ProductInput['fields'], 'price' | 'discountedPrice'>

/** What the sheet says; a column that it does not have says nothing. */
const given = (texts: Texts) =>
  Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Texts]: Exclude<Texts[Name], undefined>
  }

type Outcome = { planned: Planned } | { reasons: Reason[] }

function planOne(wish: ProductInput, { products, categories, taken }: Known): Outcome {
  const line = wish.lines[0] ?? 0
  const refuse = (...sentences: string[]) => ({ reasons: sentences.map((reason) => ({ line, reason })) })
  if (wish.reasons.length > 0) return { reasons: wish.reasons }
  const before = wish.id === '' ? undefined : products.get(wish.id)
  if (wish.id !== '' && !before) return refuse('id: There is no such product. A new one has no id.')
  if (before?.deletedAt) return refuse('id: This product has been deleted. Restore it first.')
  const missing = before ? [] : missingIn(wish)
  if (missing.length > 0) return refuse(...missing.map((name) => `${name}: A new product needs it.`))
  const category = wish.categoryName === undefined ? undefined : categories.get(wish.categoryName.toLowerCase())
  if (wish.categoryName !== undefined && !category) {
    return refuse(`category: There is no category “${wish.categoryName}”.`)
  }
  if (!before && category && taken.has(nameKey(category.id, wish.name))) {
    return refuse(`name: ${category.name} has a product of this name already. To change it, give its id.`)
  }
  const sizes = sizesFor(before, wish.sizes)
  if ('reason' in sizes) return { reasons: [sizes] }

  const { price, discountedPrice, ...texts } = wish.fields
  const base = before ?? { ...NOTHING_YET, id: newId(), name: '', categoryId: '', categoryName: '' }
  const after = {
    ...base,
    ...given(texts),
    ...(category && { categoryId: category.id, categoryName: category.name }),
    ...(price !== undefined && { pricePaise: paiseFromRupees(price) }),
    ...(discountedPrice !== undefined && {
      discountedPricePaise: discountedPrice === null ? null : paiseFromRupees(discountedPrice),
    }),
    sizes,
  }
  if ((after.discountedPricePaise ?? 0) > after.pricePaise) {
    return refuse(`discounted_price: ${WORDINGS.products.discountOutOfRange}`)
  }
  return { planned: { before, after } }
}

function words(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

function sizeChanges(before: StoredProduct, after: Planned['after']): CsvChange[] {
  return after.sizes.flatMap(({ id, size, stock }) => {
    const was = before.sizes.find((each) => each.id === id)
    const what = size === '' ? 'stock' : `stock of ${size}`
    return was?.stock === stock ? [] : [{ what, from: was ? String(was.stock) : 'nothing', to: String(stock) }]
  })
}

function changesOf({ before, after }: Planned): CsvChange[] {
  if (!before) return []
  const difference = differenceOf(before, after)
  if (!difference) return []
  const fields = Object.keys(difference.after).filter((what) => what !== 'sizes')
  return [
    ...fields.map((what) => ({ what, from: words(difference.before[what]), to: words(difference.after[what]) })),
    ...sizeChanges(before, after),
  ]
}

/** Decides what becomes of each product of a sheet. It changes nothing. */
export function planImport(
  wishes: readonly ProductInput[],
  products: readonly StoredProduct[],
  categories: readonly KnownCategory[],
  taken: ReadonlySet<string>,
): Plan {
  const known = {
    products: new Map(products.map((product) => [product.id, product])),
    categories: new Map(categories.map((category) => [category.name.toLowerCase(), category])),
    taken,
  }
  const told: CsvProduct[] = []
  const planned: Planned[] = []
  for (const wish of wishes) {
    const outcome = planOne(wish, known)
    const common = {
      lines: wish.lines,
      ...(wish.id && { _id: wish.id }),
      name: known.products.get(wish.id)?.name ?? wish.name,
    }
    if ('reasons' in outcome) {
      told.push({ status: 'rejected', ...common, changes: [], reasons: outcome.reasons })
      continue
    }
    const changes = changesOf(outcome.planned)
    if (outcome.planned.before && changes.length === 0) continue
    planned.push(outcome.planned)
    told.push({ status: outcome.planned.before ? 'changed' : 'new', ...common, changes, reasons: [] })
  }
  const token = createHash('sha256').update(JSON.stringify(told)).digest('hex')
  return { told, planned, unchanged: wishes.length - told.length, token }
}
