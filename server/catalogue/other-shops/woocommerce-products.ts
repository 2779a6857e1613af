import type { CsvFile } from '#server/http/csv/csv-file.ts'
import type { LineNote, OtherShopCsv, SourcePicture } from '#server/catalogue/other-shops/source-product.ts'

import { freeSlug, slugOf } from '#contract/catalogue/slug.ts'
import { startOf } from '#contract/words/start-of-text.ts'
import { PRODUCT_FIELDS } from '#contract/catalogue/product-fields.ts'
import { readAttributes, type Attribute } from '#server/catalogue/other-shops/woocommerce-attributes.ts'
import { variationsOf } from '#server/catalogue/other-shops/woocommerce-variations.ts'
import { COLUMNS, partsIn, typeOf, type WooRow } from '#server/catalogue/other-shops/woocommerce-columns.ts'
import { familiesOf, namelessOf, type Family } from '#server/catalogue/other-shops/woocommerce-families.ts'
import { filledHeadings, headingKeys, rowsOf } from '#server/catalogue/other-shops/read-columns.ts'
import { splitColours, type OtherProduct } from '#server/catalogue/other-shops/split-colours.ts'

/** Columns that have no place in this shop. */
const LEFT_OUT = [
  'is featured?',
  'weight (kg)',
  'length (cm)',
  'width (cm)',
  'height (cm)',
  'purchase note',
  'shipping class',
  'upsells',
  'cross-sells',
  'low stock amount',
  'sold individually?',
]

/** Texts have line breaks and tabs as two characters. */
const written = (text: string) => text.replaceAll('\\n', '\n').replaceAll('\\t', ' ')

/** The category of the first path, such as Kurtas of `Men > Kurtas`, and its address there. */
function categoryOf(row: WooRow): { category: string; path: string | undefined; notes: LineNote[] } {
  const paths = partsIn(row.cell('categories')).map((path) => path.split('>').map((part) => part.trim()))
  const [first, ...others] = paths
  const category = first?.at(-1)
  if (!first || !category) {
    const reason = 'It has no category, so it goes into the category “Other”.'
    return { category: 'Other', path: undefined, notes: [{ line: row.line, reason }] }
  }
  const path = `/product-category/${first.map(slugOf).join('/')}`
  const names = others.map((parts) => parts.at(-1)).join(', ')
  const reason = `A product has one category here, so it goes into ${category} and not into ${names}.`
  return { category, path, notes: others.length > 0 ? [{ line: row.line, reason }] : [] }
}

const picturesIn = (row: WooRow): SourcePicture[] =>
  row
    .cell('images')
    .split(/,\s+|,(?=https?:)/)
    .map((address) => address.trim())
    .filter(Boolean)
    .map((address) => ({ line: row.line, address, alt: '' }))

function refusalsOf(row: WooRow): LineNote[] {
  const { base, isWithoutGoods } = typeOf(row)
  const refuse = (reason: string) => [{ line: row.line, reason }]
  if (base === 'grouped') {
    return refuse('It is a group of other products. These come along by themselves, the group does not.')
  }
  if (base === 'external') {
    return refuse(
      `Another shop sells it${row.cell('externalUrl') ? ` (${row.cell('externalUrl').slice(0, 100)})` : ''}, so it does not come along.`,
    )
  }
  if (isWithoutGoods) return refuse('Nothing of it is shipped. This shop sells goods only.')
  if (base !== 'simple' && base !== 'variable') {
    return refuse(`This shop has no products of the type “${base.slice(0, 40)}”.`)
  }
  return row.cell('name') === '' ? refuse('It has no name.') : []
}

function stateNotes(row: WooRow, isPublished: boolean, isHidden: boolean): LineNote[] {
  const said = [
    !isPublished && `It is ${row.cell('published') === '0' ? 'private' : 'a draft'} there, so it comes as a draft.`,
    isPublished && isHidden && 'It is in no list there, so it comes as a draft.',
    row.cell('visibility') === 'search' && 'There only a search finds it. Here its lists show it too.',
    /^(?:1|yes|notify)$/i.test(row.cell('backorders')) &&
      'It sells on there when it is empty. Here it is sold out at 0.',
    row.cell('taxStatus') !== '' &&
      row.cell('taxStatus') !== 'taxable' &&
      'It is free of tax there. Here its HSN code says what tax it has.',
    row.cell('taxClass') !== '' &&
      row.cell('taxClass') !== 'parent' &&
      `The tax class “${row.cell('taxClass').slice(0, 40)}” is left out. Enter its HSN code.`,
  ]
  return said.flatMap((reason) => (reason === false ? [] : [{ line: row.line, reason }]))
}

/** A fact that an attribute names, where it has one value. */
const factIn = (attributes: readonly Attribute[], name: RegExp) => {
  const found = attributes.find((attribute) => name.test(attribute.name))
  return found?.values.length === 1 ? (found.values[0] ?? null) : null
}

function productOf(family: Family, attributesOf: (row: WooRow) => Attribute[], slug: string): OtherProduct {
  const { row, variations, sku } = family
  const nameless = namelessOf(family)
  const refusals = nameless.length > 0 ? nameless : refusalsOf(row)
  const attributes = attributesOf(row)
  const { category, path, notes } = categoryOf(row)
  const [id, short, long] = [row.cell('id'), written(row.cell('short')), written(row.cell('description'))]
  const isPublished = row.cell('published') === '' || row.cell('published') === '1'
  const isHidden = row.cell('visibility') === 'hidden'
  const read =
    refusals.length > 0
      ? { variants: [], notes: [] }
      : variationsOf(row, variations, attributes, attributesOf, picturesIn)
  return {
    keys: [...(id ? [`id:${id}`] : []), ...(sku ? [`sku:${sku}`] : [])],
    handle: sku || `id ${id}`,
    lines: [row, ...variations].map(({ line }) => line),
    name: row.cell('name'),
    description: long.includes(short) ? long : [short, long].filter(Boolean).join('\n\n'),
    category,
    fabric: startOf(factIn(attributes, /^(?:fabric|material)$/i) ?? '', PRODUCT_FIELDS.fabric.max) || null,
    tags: partsIn(row.cell('tags')).join(', '),
    hsn: null,
    isOnSale: isPublished && !isHidden,
    variants: read.variants,
    pictures: picturesIn(row),
    notes: [...notes, ...stateNotes(row, isPublished, isHidden), ...read.notes],
    refusals,
    oldPaths: { product: `/product/${slug}`, category: path },
  }
}

/** The headings by which the export is known. */
export const isWooCommerceProducts = (keys: readonly string[]): boolean =>
  ['type', 'sku', 'name', 'regular price'].every((key) => keys.includes(key))

/** Reads a WooCommerce export of products. */
export function readWooCommerceProducts(sheet: CsvFile): OtherShopCsv {
  const rows = rowsOf(sheet, COLUMNS)
  const cellsOf = new Map(sheet.lines.map(({ line, cells }) => [line, cells]))
  const attributesIn = readAttributes(headingKeys(sheet))
  const attributesOf = ({ line }: WooRow) => attributesIn(cellsOf.get(line) ?? [])
  const { families, lost } = familiesOf(rows)
  const slugs = new Set<string>()
  const products = families.flatMap((family) => {
    const slug = freeSlug(slugOf(family.row.cell('name')), slugs)
    slugs.add(slug)
    return splitColours(productOf(family, attributesOf, slug))
  })
  const orphans = lost.map(({ row, note }) => {
    const product = productOf({ row, variations: [], sku: row.cell('sku'), fault: undefined }, () => [], '')
    return splitColours({ ...product, refusals: [note] })
  })
  return { shop: 'woocommerce', products: [...products, ...orphans.flat()], leftOut: filledHeadings(sheet, LEFT_OUT) }
}
