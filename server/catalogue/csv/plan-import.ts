import { createHash } from 'node:crypto'

import type { CsvChange, CsvProduct } from '#contract/admin-catalogue.ts'
import type { WarnOfProduct } from '#server/catalogue/admin/product-warnings.ts'
import type { KnownCategory, StoredProduct, StoredSize } from '#server/catalogue/admin/stored-product-queries.ts'
import type { ProductInput, Reason, SizeInput } from '#server/catalogue/csv/csv-products.ts'

import { MAX_SIZES } from '#contract/product-limits.ts'
import { PRODUCT_FIELDS } from '#contract/product-fields.ts'
import { WORDINGS } from '#contract/specified-wordings.ts'
import { publishBlocker } from '#server/catalogue/admin/publish-check.ts'
import { isDiscountAbovePrice } from '#server/catalogue/admin/save-products.ts'
import { differenceOf, inCategory, newProduct, pricesOf, withFields } from '#server/catalogue/admin/stored-product.ts'
import { TOO_MANY_SIZES } from '#server/catalogue/csv/csv-products.ts'
import { newId } from '#server/new-id.ts'

interface Planned {
  /** Undefined for a new product. */
  before: StoredProduct | undefined
  after: StoredProduct
}

/** The changes that a CSV would make, and the report of them. */
export interface Plan {
  reported: CsvProduct[]
  planned: Planned[]
  unchanged: number
  /** Equal for plans that make the same changes. */
  token: string
}

/** The product's sizes after the import. A size that the CSV does not name stays. */
function sizesFor(before: StoredProduct | undefined, inputs: readonly SizeInput[]): StoredSize[] | Reason {
  const sizes = (before?.sizes ?? []).map((size) => ({ ...size }))
  const isUnsized = sizes.length === 1 && sizes[0]?.size === ''
  for (const { line, size, stock, measurements } of inputs) {
    const known = sizes.find((each) => each.size.toLowerCase() === size.toLowerCase())
    if (known) {
      known.stock = stock ?? known.stock
      if (measurements !== undefined) known.measurements = measurements
    } else if (size === '' && sizes.length > 0) {
      // The line is about the whole product, and stock must be of one of its sizes.
      if (stock !== undefined) return { line, reason: 'size: This product has sizes, so its stock needs one.' }
    } else if (isUnsized) {
      return { line, reason: `size: This product has no sizes, so there is no size ${size} of it.` }
    } else if (stock === undefined) {
      return { line, reason: 'stock: A new size needs its stock.' }
    } else {
      sizes.push({ id: newId(), size, stock, measurements: measurements ?? null })
    }
  }
  const line = inputs[0]?.line ?? 0
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
  /** The `nameKey`s of existing products whose names are in the CSV. */
  usedNames: ReadonlySet<string>
  isPublishChecked: boolean
  warnOf: WarnOfProduct
}

type Outcome = { planned: Planned } | { reasons: Reason[] }

function planOne(input: ProductInput, { products, categories, usedNames, isPublishChecked }: Known): Outcome {
  const line = input.lines[0] ?? 0
  const refuse = (...sentences: string[]) => ({ reasons: sentences.map((reason) => ({ line, reason })) })
  if (input.reasons.length > 0) return { reasons: input.reasons }
  const before = input.id === '' ? undefined : products.get(input.id)
  if (input.id !== '' && !before) return refuse('id: There is no such product. A new one has no id.')
  if (before?.deletedAt) return refuse('id: This product has been deleted. Restore it first.')
  const missing = before ? [] : missingIn(input)
  if (missing.length > 0) return refuse(...missing.map((name) => `${name}: A new product needs it.`))
  const category = input.categoryName === undefined ? undefined : categories.get(input.categoryName.toLowerCase())
  if (input.categoryName !== undefined && !category) {
    return refuse(`category: There is no category “${input.categoryName}”.`)
  }
  if (!before && category && usedNames.has(nameKey(category.id, input.name))) {
    return refuse(`name: ${category.name} has a product of this name already. To change it, give its id.`)
  }
  const sizes = sizesFor(before, input.sizes)
  if ('reason' in sizes) return { reasons: [sizes] }
  // A new product has no pictures yet.
  const base = before ?? { ...newProduct(), isDraft: true }
  const written = withFields(base, input.fields)
  const after = { ...(category ? inCategory(written, category) : written), sizes }
  if (isDiscountAbovePrice(after)) {
    return refuse(`${PRODUCT_FIELDS.discountedPrice.csv}: ${WORDINGS.products.discountOutOfRange}`)
  }
  const notForSale = base.isDraft && !after.isDraft ? publishBlocker(after, isPublishChecked) : undefined
  return notForSale === undefined ? { planned: { before, after } } : refuse(`state: ${notForSale}`)
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

/** Decides the outcome for each product of a CSV. Changes nothing. */
export function planImport(
  inputs: readonly ProductInput[],
  {
    products,
    categories,
    ...rules
  }: Pick<Known, 'usedNames' | 'isPublishChecked' | 'warnOf'> & {
    products: readonly StoredProduct[]
    categories: readonly KnownCategory[]
  },
): Plan {
  const known = {
    products: new Map(products.map((product) => [product.id, product])),
    categories: new Map(categories.map((category) => [category.name.toLowerCase(), category])),
    ...rules,
  }
  const reported: CsvProduct[] = []
  const planned: Planned[] = []
  for (const input of inputs) {
    const outcome = planOne(input, known)
    const common = {
      lines: input.lines,
      ...(input.id && { _id: input.id }),
      name: known.products.get(input.id)?.name ?? input.name,
    }
    if ('reasons' in outcome) {
      reported.push({ status: 'rejected', ...common, changes: [], reasons: outcome.reasons })
      continue
    }
    const changes = changesOf(outcome.planned)
    if (outcome.planned.before && changes.length === 0) continue
    planned.push(outcome.planned)
    const warning = rules.warnOf(pricesOf(outcome.planned.after))
    const status = outcome.planned.before ? 'changed' : 'new'
    reported.push({ status, ...common, changes, reasons: [], ...(warning !== undefined && { warning }) })
  }
  const token = createHash('sha256').update(JSON.stringify(reported)).digest('hex')
  return { reported, planned, unchanged: inputs.length - reported.length, token }
}
