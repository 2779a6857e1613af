import type { ProductInput, SizeInput } from '#server/catalogue/csv/csv-products.ts'
import type { KnownImport, Written } from '#server/catalogue/other-shops/imported-queries.ts'
import type { LineNote, SourceCodes, SourceProduct } from '#server/catalogue/other-shops/source-product.ts'

import { FIELD_NAMES, fieldOf } from '#contract/catalogue/product-fields.ts'
import { ProductChange } from '#contract/catalogue/product-input.ts'
import { codeKey, SIZE_CODE_NAMES } from '#contract/catalogue/labels/size-codes.ts'
import { codeInCell } from '#server/catalogue/csv/size-code-cells.ts'

/** What an import writes of a product. */
export const writtenOf = (source: SourceProduct): Written => ({
  name: source.name,
  description: source.description,
  category: source.category,
  price: source.price,
  discountedPrice: source.discountedPrice,
  colour: source.colour,
  colourGroup: source.colourGroup,
  fabric: source.fabric,
  tags: source.tags,
  hsn: source.hsn,
  isOnSale: source.isOnSale,
  sizes: Object.fromEntries(source.sizes.map(({ size, stock }) => [size, stock])),
  codes: Object.fromEntries(source.sizes.map(({ size, codes }) => [size, codes])),
  pictures: source.pictures.map(({ address }) => address),
})

/** What is said of a code that does not come along. The size keeps what it has, or the shop makes one. */
export const LEFT_OUT = 'It is left out.'

const WRITTEN_FIELDS = [
  'name',
  'description',
  'price',
  'discountedPrice',
  'colour',
  'colourGroup',
  'fabric',
  'tags',
  'hsn',
] as const

/**
 * The fields that the file has otherwise than it had at the last import. What is the same stays as the shop has it by
 * now.
 */
function fieldsOf(source: SourceProduct, before: Written | undefined): Record<string, unknown> {
  const changed = WRITTEN_FIELDS.filter((name) => (before ? source[name] !== before[name] : source[name] !== null))
  const fields: Record<string, unknown> = Object.fromEntries(changed.map((name) => [name, source[name]]))
  // The two prices belong together: one of them alone might contradict the shop's other one.
  if (changed.some((name) => name === 'price' || name === 'discountedPrice')) {
    fields.price = source.price
    fields.discountedPrice = source.discountedPrice
  }
  return before?.isOnSale && !source.isOnSale ? { ...fields, isDraft: true } : fields
}

/**
 * The codes of a product's sizes that the file has otherwise than at the last import, by the line of the size. What
 * cannot be taken is left out with a note: a cell that a spreadsheet has damaged, and what names an earlier size too.
 */
function readCodes({ sizes }: SourceProduct, before: Written | undefined) {
  const notes: LineNote[] = []
  const lineOf = new Map<string, number>()
  const codes = new Map<number, Partial<SourceCodes>>()
  for (const { line, size, codes: cells } of sizes) {
    const taken: Partial<SourceCodes> = {}
    for (const name of SIZE_CODE_NAMES) {
      if (cells[name] === before?.codes?.[size]?.[name]) continue
      const code = codeInCell(name, { line, cells: { [name]: cells[name].replace(/^['’]/, '') } })
      if (code === undefined) continue
      if (typeof code === 'object') {
        notes.push({ line, reason: `${code.reason} ${LEFT_OUT}` })
        continue
      }
      const earlier = lineOf.get(codeKey(code)) ?? line
      if (earlier === line) taken[name] = code
      else notes.push({ line, reason: `${name}: “${code}” is that of line ${earlier} already. ${LEFT_OUT}` })
      lineOf.set(codeKey(code), earlier)
    }
    codes.set(line, taken)
  }
  return { codes, notes }
}

function sizesOf(
  { sizes }: SourceProduct,
  before: Written | undefined,
  codes: ReadonlyMap<number, Partial<SourceCodes>>,
): SizeInput[] {
  return sizes.map(({ line, size, stock }): SizeInput => {
    const then = before?.sizes[size]
    const isAsExported = then === stock
    return {
      line,
      size,
      stock: isAsExported ? undefined : stock,
      stockThen: then,
      measurements: undefined,
      sku: codes.get(line)?.sku,
      barcode: codes.get(line)?.barcode,
      storagePlace: undefined,
      isAsExported,
    }
  })
}

/**
 * A product of another shop's export as the import plans it: a change of the product that an earlier import made of it,
 * or a new one.
 */
export function inputOfSource(source: SourceProduct, known: KnownImport | undefined): ProductInput {
  const before = known?.written
  const { lines, name, refusals } = source
  const [line = 0] = lines
  const parsed = ProductChange.safeParse({ revision: 0, ...fieldsOf(source, before) })
  const faults = (parsed.error?.issues ?? []).map(({ path, message }) => {
    const field = FIELD_NAMES.find((each) => each === path[0])
    return { line, reason: field ? `${fieldOf(field).label}: ${message}` : message }
  })
  const { revision: _revision, ...fields } = parsed.data ?? { revision: 0 }
  const { codes, notes } = readCodes(source, before)
  return {
    id: known?.productId ?? '',
    name,
    lines,
    categoryName: before?.category === source.category ? undefined : source.category,
    fields,
    sizes: sizesOf(source, before, codes),
    reasons: refusals.length > 0 ? refusals : faults,
    source: {
      ...source,
      notes: [...source.notes, ...notes],
      becomesOnSale: source.isOnSale && before?.isOnSale !== true,
      newPictures: source.pictures.filter(({ address }) => !before?.pictures.includes(address)),
    },
  }
}
