import { createHash } from 'node:crypto'

import type { CsvProduct, StockConflict } from '#contract/catalogue/admin-catalogue.ts'
import type { CodeOwner } from '#server/catalogue/admin/size-code-queries.ts'
import type { WarnOfProduct } from '#server/catalogue/admin/product-warnings.ts'
import type { KnownCategory, StoredProduct, StoredSize } from '#server/catalogue/admin/stored-product-queries.ts'
import type { ProductInput, Reason, SizeInput } from '#server/catalogue/csv/csv-products.ts'

import { MAX_SIZES } from '#contract/catalogue/product-limits.ts'
import { PRODUCT_FIELDS } from '#contract/catalogue/product-fields.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { publishBlocker } from '#server/catalogue/admin/publish-check.ts'
import { isDiscountAbovePrice } from '#server/catalogue/admin/save-products.ts'
import { inCategory, newProduct, pricesOf, withFields } from '#server/catalogue/admin/stored-product.ts'
import { TOO_MANY_SIZES } from '#server/catalogue/csv/csv-products.ts'
import { findTakenCode } from '#server/catalogue/admin/size-codes.ts'
import { codeKey, SIZE_CODE_NAMES, type SizeCode } from '#contract/catalogue/labels/size-codes.ts'
import { lostLettersIn } from '#server/catalogue/csv/lost-letters.ts'
import { zerosTaken } from '#server/catalogue/csv/size-code-cells.ts'
import { withFreeCodes } from '#server/catalogue/csv/codes-of-other-shops.ts'
import { LEFT_OUT } from '#server/catalogue/csv/other-shop-inputs.ts'
import { changesOf } from '#server/catalogue/csv/product-changes.ts'
import type { SizedChange } from '#server/catalogue/csv/size-changes.ts'
import { looksLikeDate } from '#server/http/csv/csv-encoding.ts'
import { newId } from '#server/db/new-id.ts'

export interface Planned {
  /** Undefined for a new product. */
  before: StoredProduct | undefined
  after: StoredProduct
  input: ProductInput
}

/** The changes that a CSV would make, and the report of them. */
export interface Plan {
  reported: CsvProduct[]
  planned: Planned[]
  unchanged: number
  /** How many stocks have changed both in the sheet and in the shop. */
  conflicts: number
  /** Equal for plans that make the same changes. */
  token: string
}

/** What counts of a stock that has changed both in the sheet and in the shop. */
const COUNTED: Record<StockConflict, (sheet: number, then: number, now: number) => number> = {
  sheet: (sheet) => sheet,
  difference: (sheet, then, now) => Math.max(0, now + sheet - then),
  shop: (_sheet, _then, now) => now,
}

/** A line that does not say what it was made from may be from before a sale. */
const isConflict = ({ stock, stockThen, isOriginLost = false }: SizeInput, now: number) =>
  stock !== undefined && stock !== now && (isOriginLost || (stockThen !== undefined && stockThen !== now))

/** `size` names what open payments may hold pieces of. */
type SizedReason = Reason & { size?: string }

function askAbout({ line, size, stock, stockThen, isOriginLost }: SizeInput, now: number): SizedReason {
  const whose = size === '' ? 'It' : `Size ${size}`
  if (isOriginLost) {
    const figures = `${whose} has ${now} now, and the sheet says ${stock} without the made_from of its export.`
    return { line, reason: `stock: ${figures} Say whether the sheet’s or the shop’s figure counts.`, size }
  }
  const figures = `${whose} had ${stockThen} when the sheet was made and has ${now} now, and the sheet says ${stock}.`
  return { line, reason: `stock: ${figures} Say which counts.`, size }
}

/** Why there is no such size to change, and none to add. */
function faultOfNewSize(
  { line, size, stock, sku, barcode, storagePlace }: SizeInput,
  sizes: readonly StoredSize[],
): Reason | undefined {
  if (size === '' && sizes.length > 0) {
    // The line is about the whole product, and stock must be of one of its sizes.
    if (stock !== undefined) return { line, reason: 'size: This product has sizes, so its stock needs one.' }
    const isCoded = sku !== undefined || barcode !== undefined
    if (isCoded) return { line, reason: 'size: This product has sizes, so a SKU or a barcode needs one.' }
    return storagePlace
      ? { line, reason: 'size: This product has sizes, so a place on the shelf needs one.' }
      : undefined
  }
  if (sizes.length === 1 && sizes[0]?.size === '') {
    return { line, reason: `size: This product has no sizes, so there is no size ${size} of it.` }
  }
  if (looksLikeDate(size)) {
    const sentence = `“${size}” is no size of this product yet and looks like a date that a spreadsheet made of a size.`
    return { line, reason: `size: ${sentence} Write it as text, or add it on the product’s page if it is one.` }
  }
  return stock === undefined ? { line, reason: 'stock: A new size needs its stock.' } : undefined
}

/** The product's sizes after the import. A size that the CSV does not name stays. */
function sizesFor(
  before: StoredProduct | undefined,
  inputs: readonly SizeInput[],
  { stockConflict: conflict, codeOwners }: Pick<Known, 'stockConflict' | 'codeOwners'>,
): { sizes: StoredSize[]; reasons: Reason[]; codeFaults: Reason[]; conflicts: number } {
  const stored = before?.sizes ?? []
  const sizes = stored.map((size) => ({ ...size }))
  const reasons: Reason[] = []
  const codeFaults: Reason[] = []
  let conflicts = 0
  for (const input of inputs) {
    const { line, size, stock, stockThen = 0, measurements, storagePlace } = input
    const known = sizes.find((each) => each.size.toLowerCase() === size.toLowerCase())
    if (known) {
      const now = known.stock
      if (isConflict(input, now)) {
        conflicts += 1
        // Without the stock of then nobody knows the difference that the sheet makes.
        const isOpen = conflict === undefined || (conflict === 'difference' && input.isOriginLost)
        if (isOpen) reasons.push(askAbout(input, now))
        else known.stock = COUNTED[conflict](stock ?? now, stockThen, now)
      } else {
        known.stock = stock ?? now
      }
      if (measurements !== undefined) known.measurements = measurements
      if (storagePlace !== undefined) known.storagePlace = storagePlace
      for (const name of SIZE_CODE_NAMES) {
        const code = input[name]
        const reason = code === undefined ? undefined : zerosTaken(name, known[name], code)
        if (reason !== undefined) codeFaults.push({ line, reason })
        else known[name] = code ?? known[name]
      }
    } else if (!input.isAsExported) {
      const fault = faultOfNewSize(input, sizes)
      if (fault) reasons.push(fault)
      else if (size !== '' || sizes.length === 0) {
        const codeOf = (name: SizeCode) => {
          const former = input.former?.[name] ?? ''
          const isFree = former !== '' && !codeOwners.has(codeKey(former)) && sizes.every((one) => one[name] !== former)
          return input[name] ?? (isFree ? former : null)
        }
        const codes = { sku: codeOf('sku'), barcode: codeOf('barcode') }
        const lies = { stock: stock ?? 0, storagePlace: storagePlace ?? null }
        sizes.push({ id: newId(), size, ...lies, measurements: measurements ?? null, ...codes })
      }
    }
  }
  if (sizes.length > MAX_SIZES) reasons.push({ line: inputs[0]?.line ?? 0, reason: TOO_MANY_SIZES })
  return { sizes, reasons, codeFaults, conflicts }
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
export const productKey = (categoryId: string, name: string) => `${categoryId} ${name.trim().toLowerCase()}`

interface Known {
  products: ReadonlyMap<string, StoredProduct>
  categories: ReadonlyMap<string, KnownCategory>
  /** The `productKey`s of existing products whose names are in the CSV. */
  usedNames: ReadonlySet<string>
  /** Whom the SKUs and barcodes in the CSV name already; it gets what the products of the CSV take. */
  codeOwners: Map<string, CodeOwner>
  isPublishChecked: boolean
  warnOf: WarnOfProduct
  /** Unless given, a stock that has changed both in the sheet and in the shop is asked about. */
  stockConflict: StockConflict | undefined
}

type Outcome = ({ planned: Planned } | { reasons: Reason[] }) & { conflicts?: number }

function planOne(
  input: ProductInput,
  { products, categories, usedNames, codeOwners, isPublishChecked, stockConflict }: Known,
): Outcome {
  const line = input.lines[0] ?? 0
  const refuse = (...sentences: string[]) => ({ reasons: sentences.map((reason) => ({ line, reason })) })
  if (input.reasons.length > 0) return { reasons: input.reasons }
  const before = input.id === '' ? undefined : products.get(input.id)
  const isFromElsewhere = input.source !== undefined
  if (input.id !== '' && !before) return refuse('id: There is no such product. A new one has no id.')
  if (before?.deletedAt) {
    return refuse(`${isFromElsewhere ? '' : 'id: '}This product has been deleted. Restore it first.`)
  }
  const lost = lostLettersIn(input, before)
  if (lost.length > 0) return { reasons: lost }
  const missing = before ? [] : missingIn(input)
  if (missing.length > 0) return refuse(...missing.map((name) => `${name}: A new product needs it.`))
  const category = input.categoryName === undefined ? undefined : categories.get(input.categoryName.toLowerCase())
  if (input.categoryName !== undefined && !category) {
    return refuse(`category: There is no category “${input.categoryName}”.`)
  }
  if (!before && category && !isFromElsewhere && usedNames.has(productKey(category.id, input.name))) {
    return refuse(`name: ${category.name} has a product of this name already. To change it, give its id.`)
  }
  const { sizes, reasons, codeFaults, conflicts } = sizesFor(before, input.sizes, { stockConflict, codeOwners })
  const faults = isFromElsewhere ? reasons : [...reasons, ...codeFaults]
  if (faults.length > 0) return { reasons: faults, conflicts }
  // A new product has no pictures yet.
  const base = before ?? { ...newProduct(), isDraft: true }
  const written = withFields(base, input.fields)
  const after = { ...(category ? inCategory(written, category) : written), sizes }
  if (isDiscountAbovePrice(after)) {
    return refuse(`${PRODUCT_FIELDS.discountedPrice.csv}: ${WORDINGS.products.discountOutOfRange}`)
  }
  const notForSale = base.isDraft && !after.isDraft ? publishBlocker(after, isPublishChecked) : undefined
  if (notForSale !== undefined) return refuse(`state: ${notForSale}`)
  if (input.source) {
    const free = withFreeCodes(before, after, { owners: codeOwners, inputs: input.sizes })
    const left = codeFaults.map((fault) => ({ ...fault, reason: `${fault.reason} ${LEFT_OUT}` }))
    const source = { ...input.source, notes: [...input.source.notes, ...left, ...free.notes] }
    return { planned: { before, after: free.after, input: { ...input, source } }, conflicts }
  }
  const taken = findTakenCode(before, after, codeOwners)
  if (!taken) return { planned: { before, after, input }, conflicts }
  const whose = input.sizes.find(({ size }) => size.toLowerCase() === taken.size.size.toLowerCase())
  return { reasons: [{ line: whose?.line ?? line, reason: `${taken.name}: ${taken.sentence}` }], conflicts }
}

/**
 * Says beside each stock how many pieces open payments hold: they stand on the shelf too, and whoever counted there
 * counted them.
 */
function withPromised(product: CsvProduct, promised: ReadonlyMap<string, number> = new Map()): CsvProduct {
  const piecesOf = ({ size }: SizedReason | SizedChange) => (size === undefined ? undefined : promised.get(size))
  return {
    ...product,
    changes: product.changes.map((change) => ({ ...change, promised: piecesOf(change) })),
    reasons: product.reasons.map((reason) => {
      const pieces = piecesOf(reason)
      return pieces === undefined
        ? reason
        : { ...reason, reason: `${reason.reason} ${pieces} more are promised to open payments.` }
    }),
  }
}

/** Decides the outcome for each product of a CSV. Changes nothing. */
export function planImport(
  inputs: readonly ProductInput[],
  {
    products,
    categories,
    promised,
    ...rules
  }: Pick<Known, 'usedNames' | 'codeOwners' | 'isPublishChecked' | 'warnOf' | 'stockConflict'> & {
    products: readonly StoredProduct[]
    categories: readonly KnownCategory[]
    /** The pieces that open payments hold, by product and size. */
    promised: ReadonlyMap<string, ReadonlyMap<string, number>>
  },
): Plan {
  const known = {
    products: new Map(products.map((product) => [product.id, product])),
    categories: new Map(categories.map((category) => [category.name.toLowerCase(), category])),
    ...rules,
  }
  const reported: CsvProduct[] = []
  const planned: Planned[] = []
  let conflicts = 0
  for (const input of inputs) {
    const outcome = planOne(input, known)
    conflicts += outcome.conflicts ?? 0
    const { source } = 'planned' in outcome ? outcome.planned.input : input
    const common = {
      lines: input.lines,
      ...(input.id && { _id: input.id }),
      name: known.products.get(input.id)?.name ?? input.name,
      ...(source && { notes: source.notes, pictures: source.newPictures.length }),
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
  return {
    // The token is of the changes alone: a payment that ends meanwhile makes no other ones.
    reported: reported.map((product) => withPromised(product, promised.get(product._id ?? ''))),
    planned,
    unchanged: inputs.length - reported.length,
    conflicts,
    token,
  }
}
