import type { ProductInput, SizeInput } from '#server/catalogue/csv/csv-products.ts'
import type { KnownImport, Written } from '#server/catalogue/other-shops/imported-queries.ts'
import type { SourceProduct } from '#server/catalogue/other-shops/source-product.ts'

import { FIELD_NAMES, fieldOf } from '#contract/catalogue/product-fields.ts'
import { ProductChange } from '#contract/catalogue/product-input.ts'

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
  pictures: source.pictures.map(({ address }) => address),
})

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

/** The fields that the file has otherwise than it had at the last import. What is the same stays as the shop has it by now. */
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

function sizesOf({ sizes }: SourceProduct, before: Written | undefined): SizeInput[] {
  return sizes.map(({ line, size, stock }): SizeInput => {
    const then = before?.sizes[size]
    const isAsExported = then === stock
    return {
      line,
      size,
      stock: isAsExported ? undefined : stock,
      stockThen: then,
      measurements: undefined,
      sku: undefined,
      barcode: undefined,
      isAsExported,
    }
  })
}

/** A product of another shop's export as the import plans it: a change of the product that an earlier import made of it, or a new one. */
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
  return {
    id: known?.productId ?? '',
    name,
    lines,
    categoryName: before?.category === source.category ? undefined : source.category,
    fields,
    sizes: sizesOf(source, before),
    reasons: refusals.length > 0 ? refusals : faults,
    source: {
      ...source,
      becomesOnSale: source.isOnSale && before?.isOnSale !== true,
      newPictures: source.pictures.filter(({ address }) => !before?.pictures.includes(address)),
    },
  }
}
