import type { CsvFile } from '#server/http/csv/csv-file.ts'
import type { LineNote, OtherShopCsv, SourcePicture } from '#server/catalogue/other-shops/source-product.ts'

import { PRODUCT_FIELDS } from '#contract/catalogue/product-fields.ts'
import { slugOf } from '#contract/catalogue/slug.ts'
import { isColourName, isSizeName } from '#server/catalogue/other-shops/option-names.ts'
import { rupeesIn, stockIn } from '#server/catalogue/other-shops/read-amounts.ts'
import { filledHeadings, rowsOf, type Row } from '#server/catalogue/other-shops/read-columns.ts'
import { splitColours, type OtherProduct, type Variant } from '#server/catalogue/other-shops/split-colours.ts'
import { lostDigitsOf, quoted } from '#server/http/csv/csv-cells.ts'

/** The headings of the export, and those of the newer one. */
const COLUMNS = {
  handle: ['handle', 'url handle'],
  title: ['title'],
  body: ['body (html)', 'description'],
  productCategory: ['product category'],
  type: ['type'],
  published: ['published', 'published on online store'],
  status: ['status'],
  name1: ['option1 name'],
  value1: ['option1 value'],
  name2: ['option2 name'],
  value2: ['option2 value'],
  name3: ['option3 name'],
  value3: ['option3 value'],
  tracker: ['variant inventory tracker', 'inventory tracker'],
  quantity: ['variant inventory qty', 'inventory quantity'],
  policy: ['variant inventory policy', 'continue selling when out of stock'],
  price: ['variant price', 'price'],
  sku: ['variant sku', 'sku'],
  barcode: ['variant barcode', 'barcode'],
  compareAt: ['variant compare at price', 'compare-at price'],
  ships: ['variant requires shipping', 'requires shipping'],
  taxable: ['variant taxable', 'charge tax'],
  tags: ['tags'],
  taxCode: ['variant tax code', 'tax code'],
  image: ['image src', 'product image url'],
  position: ['image position'],
  alt: ['image alt text'],
  variantImage: ['variant image', 'variant image url'],
  giftCard: ['gift card'],
} as const
type ShopifyRow = Row<keyof typeof COLUMNS>

/** Columns that have no place in this shop. */
const LEFT_OUT = ['vendor', 'variant grams', 'cost per item', 'seo title', 'seo description']

/** The headings by which the export is known. */
export const isShopifyProducts = (keys: readonly string[]): boolean =>
  COLUMNS.handle.some((key) => keys.includes(key)) &&
  keys.includes('option1 value') &&
  COLUMNS.price.some((key) => keys.includes(key))

const isYes = (cell: string) => /^(?:true|yes|1)$/i.test(cell)
const isNo = (cell: string) => /^(?:false|no|0)$/i.test(cell)

const isVariant = (row: ShopifyRow) => row.cell('value1') !== '' || row.cell('price') !== ''

/** What each of the three options is, by the names on the first line of the product. */
function optionsOf(first: ShopifyRow) {
  const names = (['name1', 'name2', 'name3'] as const).map((name) => first.cell(name))
  const colour = names.findIndex(isColourName)
  const odd = names.filter((name, index) => name !== '' && index !== colour && !isSizeName(name) && name !== 'Title')
  const [only] = names.filter(Boolean)
  return { colour, hasNone: names.filter(Boolean).length === 1 && only === 'Title', odd }
}

function pricesOf(row: ShopifyRow): Pick<Variant, 'price' | 'discountedPrice'> {
  const [paid, struck] = [rupeesIn(row.cell('price')), rupeesIn(row.cell('compareAt'))]
  return struck !== undefined && paid !== undefined && struck > paid
    ? { price: struck, discountedPrice: paid }
    : { price: paid, discountedPrice: null }
}

function variantOf(
  row: ShopifyRow,
  { colour, hasNone }: ReturnType<typeof optionsOf>,
  altOf: ReadonlyMap<string, string>,
) {
  const values = (['value1', 'value2', 'value3'] as const).map((name) => row.cell(name))
  const counted = row.cell('tracker') === '' ? undefined : stockIn(row.cell('quantity') || '0')
  const notes: LineNote[] = []
  const note = (reason: string) => notes.push({ line: row.line, reason })
  if (counted?.reason !== undefined) note(counted.reason)
  const priced = pricesOf(row)
  const [price, struck] = [row.cell('price'), row.cell('compareAt')]
  if (price === '') note('It has no price, so it does not come along.')
  else if (priced.price === undefined) {
    note(`Its price “${price.slice(0, 40)}” is no amount, so it does not come along.`)
  }
  const isLower = Number(struck) > 0 && priced.discountedPrice === null && Number(struck) !== Number(price)
  if (isLower) note(`Its struck price of ${struck.slice(0, 40)} is left out, because it is not above the price.`)
  const image = row.cell('variantImage')
  const variant: Variant = {
    line: row.line,
    size: hasNone ? '' : values.filter((value, index) => value !== '' && index !== colour).join(' / '),
    colour: colour === -1 ? '' : (values[colour] ?? ''),
    ...priced,
    stock: counted?.stock ?? 0,
    codes: { sku: row.cell('sku'), barcode: row.cell('barcode') },
    pictures: image === '' ? [] : [{ line: row.line, address: image, alt: altOf.get(image) ?? '' }],
  }
  return { variant, notes, isCounted: counted !== undefined }
}

const isActive = (state: string) => state === '' || state === 'active'
const STATES = new Map([
  ['draft', 'a draft'],
  ['archived', 'archived'],
  ['unlisted', 'unlisted'],
])

/** What is said once of a product, at the first line that it is true of. */
function onceNotes(
  variants: readonly ShopifyRow[],
  first: ShopifyRow,
  { odd, state }: { odd: readonly string[]; state: string },
): LineNote[] {
  const at = (is: (row: ShopifyRow) => boolean, reason: (row: ShopifyRow) => string): LineNote[] => {
    const row = variants.find(is)
    return row ? [{ line: row.line, reason: reason(row) }] : []
  }
  const isHidden = isNo(first.cell('published'))
  return [
    ...odd.map((name) => ({
      line: first.line,
      reason: `The option “${name.slice(0, 60)}” becomes a part of the size.`,
    })),
    ...(!isActive(state)
      ? [{ line: first.line, reason: `It is ${STATES.get(state) ?? quoted(state)} there, so it comes as a draft.` }]
      : isHidden
        ? [{ line: first.line, reason: 'It is hidden there, so it comes as a draft.' }]
        : []),
    ...at(
      (row) => row.cell('tracker') === '',
      () => 'Its stock is not counted there, so it begins with 0. Enter what you have.',
    ),
    ...at(
      (row) => /^(?:continue|true|yes)$/i.test(row.cell('policy')),
      () => 'It sells on there when it is empty. Here it is sold out at 0.',
    ),
    ...at(
      (row) => row.cell('taxCode') !== '' && !PRODUCT_FIELDS.hsn.pattern.test(row.cell('taxCode')),
      (row) => `The tax code “${row.cell('taxCode').slice(0, 40)}” is no HSN code and is left out.`,
    ),
    ...at(
      (row) => isNo(row.cell('taxable')),
      () => 'It is free of tax there. Here its HSN code says what tax it has.',
    ),
  ]
}

/** The category: the product's type, else the last part of Shopify's own category. */
function categoryOf(first: ShopifyRow): { category: string; notes: LineNote[] } {
  const type = first.cell('type') || (first.cell('productCategory').split('>').at(-1)?.trim() ?? '')
  if (type !== '') return { category: type, notes: [] }
  return {
    category: 'Other',
    notes: [{ line: first.line, reason: 'It has no type, so it goes into the category “Other”.' }],
  }
}

function refusalsOf(
  handle: string,
  title: string,
  rows: readonly ShopifyRow[],
  variants: readonly ShopifyRow[],
): LineNote[] {
  const line = rows[0]?.line ?? 0
  if (handle === '') return [{ line, reason: 'It has no handle, so nothing says which product it belongs to.' }]
  const lost = lostDigitsOf(handle)
  if (lost !== undefined) return [{ line, reason: `handle: ${lost}` }]
  if (title === '') return [{ line, reason: 'It has no title.' }]
  if (rows.some((row) => isYes(row.cell('giftCard')))) {
    return [{ line, reason: 'It is a gift card, which this shop does not sell.' }]
  }
  if (variants.length === 0) return [{ line, reason: 'It has no line with a price.' }]
  if (variants.every((row) => isNo(row.cell('ships')))) {
    return [{ line, reason: 'Nothing of it is shipped. This shop sells goods only.' }]
  }
  return []
}

function productOf(handle: string, rows: readonly [ShopifyRow, ...ShopifyRow[]]): OtherProduct {
  const [first] = rows
  const variantRows = rows.filter(isVariant)
  const options = optionsOf(first)
  const valueOf = (name: keyof typeof COLUMNS) => rows.find((row) => row.cell(name) !== '')?.cell(name) ?? ''
  const [title, state] = [valueOf('title'), valueOf('status').toLowerCase()]
  const { category, notes } = categoryOf(first)
  const pictures = rows
    .filter((row) => row.cell('image') !== '')
    .toSorted((a, b) => Number(a.cell('position')) - Number(b.cell('position')) || a.line - b.line)
    .map((row): SourcePicture => ({ line: row.line, address: row.cell('image'), alt: row.cell('alt') }))
  const altOf = new Map(pictures.map(({ address, alt }) => [address, alt]))
  const read = variantRows.map((row) => variantOf(row, options, altOf))
  const ofVariants = new Set(read.flatMap(({ variant }) => variant.pictures.map(({ address }) => address)))
  const priced = read.flatMap(({ variant }) => (variant.price === undefined ? [] : [variant.colour.toLowerCase()]))
  const hasColours = new Set(priced).size > 1
  const hsn = variantRows.map((row) => row.cell('taxCode')).find((code) => PRODUCT_FIELDS.hsn.pattern.test(code))
  return {
    keys: [`handle:${handle}`],
    handle,
    lines: rows.map(({ line }) => line),
    name: title,
    description: valueOf('body'),
    category,
    fabric: null,
    tags: valueOf('tags'),
    hsn: hsn ?? null,
    isOnSale: !isNo(valueOf('published')) && isActive(state),
    variants: read.map(({ variant }) => variant),
    pictures: hasColours ? pictures.filter(({ address }) => !ofVariants.has(address)) : pictures,
    notes: [
      ...notes,
      ...onceNotes(variantRows, first, { odd: options.odd, state }),
      ...read.flatMap((each) => each.notes),
    ],
    refusals: refusalsOf(handle, title, rows, variantRows),
    oldPaths: { product: `/products/${handle}`, category: `/collections/${slugOf(category)}` },
  }
}

/**
 * Reads a Shopify export of products: the lines of a product share its handle, and each line with a price is one way it
 * comes.
 */
export function readShopifyProducts(sheet: CsvFile): OtherShopCsv {
  const groups = new Map<string, [ShopifyRow, ...ShopifyRow[]]>()
  for (const row of rowsOf(sheet, COLUMNS)) {
    const handle = row.cell('handle').toLowerCase()
    const group = groups.get(handle)
    if (group) group.push(row)
    else groups.set(handle, [row])
  }
  const products = [...groups].flatMap(([handle, rows]) => splitColours(productOf(handle, rows)))
  return { shop: 'shopify', products, leftOut: filledHeadings(sheet, LEFT_OUT) }
}
