import type { Attribute } from '#server/catalogue/other-shops/woocommerce-attributes.ts'
import type { LineNote, SourceCodes, SourcePicture } from '#server/catalogue/other-shops/source-product.ts'
import type { Variant } from '#server/catalogue/other-shops/split-colours.ts'

import { typeOf, type WooRow } from '#server/catalogue/other-shops/woocommerce-columns.ts'
import { isColourName, isSizeName } from '#server/catalogue/other-shops/option-names.ts'
import { rupeesIn, stockIn } from '#server/catalogue/other-shops/read-amounts.ts'

interface Read {
  variants: Variant[]
  notes: LineNote[]
}

const isColour = ({ name }: Attribute) => isColourName(name)
/** Attributes that are facts of a product and no way in which it comes. */
const FACT = /^(?:fabric|material|fit|care|origin|brand)$/i

/** The most combinations that a variation for any value becomes; a product has no more sizes and colours than that. */
const MOST_COMBINATIONS = 400

function pricesOf(row: WooRow): Pick<Variant, 'price' | 'discountedPrice'> & { notes: LineNote[] } {
  const [regular, sale] = [row.cell('regularPrice'), row.cell('salePrice')]
  const [starts, ends] = [row.cell('saleStarts'), row.cell('saleEnds')]
  const price = rupeesIn(regular)
  const note = (reason: string) => [{ line: row.line, reason }]
  if (price === undefined) {
    const reason = regular === '' ? 'It has no price' : `Its price “${regular.slice(0, 40)}” is no amount`
    return { price, discountedPrice: null, notes: note(`${reason}, so it does not come along.`) }
  }
  if (sale === '') return { price, discountedPrice: null, notes: [] }
  const reduced = rupeesIn(sale)
  if (reduced === undefined || reduced > price) {
    return { price, discountedPrice: null, notes: note(`Its sale price “${sale.slice(0, 40)}” is left out.`) }
  }
  if (starts !== '' || ends !== '') {
    const days = [starts && `from ${starts}`, ends && `to ${ends}`].filter(Boolean).join(' ')
    const reason = `Its sale price of ${sale} ${days} does not come along, because it has days. Enter a sale with them.`
    return { price, discountedPrice: null, notes: note(reason) }
  }
  return { price, discountedPrice: reduced === price ? null : reduced, notes: [] }
}

/** The stock of a line, or undefined where it is not counted. What is out of stock has none. */
function countedIn(row: WooRow): { stock: number; reason?: string } | undefined {
  const written = row.cell('stock')
  if (/^parent$/i.test(written)) return undefined
  if (written === '' && /^(?:0|no|outofstock)$/i.test(row.cell('isInStock'))) return { stock: 0 }
  return stockIn(written)
}

const NO_CODES: SourceCodes = { sku: '', barcode: '' }
const codesOf = (row: WooRow): SourceCodes => ({ sku: row.cell('sku'), barcode: row.cell('barcode') })

const NOT_COUNTED = 'Its stock is not counted there, so it begins with 0. Enter what you have.'

/** Each combination of the values that a variation is for. An empty value means any. */
function combinationsOf(own: readonly Attribute[], all: readonly Attribute[]): Attribute[][] {
  let combinations: Attribute[][] = [[]]
  for (const attribute of all) {
    const named = own.find(({ name }) => name.toLowerCase() === attribute.name.toLowerCase())
    const values = named && named.values.length > 0 ? named.values.slice(0, 1) : attribute.values
    if (values.length === 0) continue
    combinations = combinations.flatMap((each) =>
      values.map((value) => [...each, { name: attribute.name, values: [value] }]),
    )
    combinations.length = Math.min(combinations.length, MOST_COMBINATIONS)
  }
  return combinations
}

const valueOf = ({ values }: Attribute) => values[0] ?? ''

/** The ways in which a product comes: its variations, or itself. */
export function variationsOf(
  row: WooRow,
  variations: readonly WooRow[],
  attributes: readonly Attribute[],
  attributesOf: (row: WooRow) => Attribute[],
  picturesIn: (row: WooRow) => SourcePicture[],
): Read {
  if (typeOf(row).base === 'simple') return simpleOf(row, attributes)
  if (variations.length === 0) return { variants: [], notes: [] }
  const notes: LineNote[] = []
  const isOff = (each: WooRow) => each.cell('published') !== '' && each.cell('published') !== '1'
  for (const { line } of variations.filter(isOff)) {
    notes.push({ line, reason: 'This variation is switched off there, so it does not come along.' })
  }
  const shown = variations.filter((each) => !isOff(each))
  const varied = variedBy(attributes, shown.flatMap(attributesOf))
  const odd = varied.filter((attribute) => !isColour(attribute) && !isSizeName(attribute.name))
  for (const { name } of odd) {
    notes.push({ line: row.line, reason: `The attribute “${name.slice(0, 60)}” becomes a part of the size.` })
  }
  const read = shown.map((each) => readVariation(each, varied, attributesOf(each), picturesIn(each)))
  notes.push(...read.flatMap((each) => each.notes))
  const uncounted = read.find(({ isCounted }) => !isCounted)
  if (uncounted) notes.push({ line: uncounted.line, reason: NOT_COUNTED })
  // One for a certain value counts before one for any.
  const seen = new Set<string>()
  const variants = read
    .toSorted((a, b) => a.variants.length - b.variants.length)
    .flatMap((each) => each.variants)
    .filter(({ size, colour }) => {
      const key = JSON.stringify([size.toLowerCase(), colour.toLowerCase()])
      const isFirst = !seen.has(key)
      seen.add(key)
      return isFirst
    })
  const places = new Map(varied.flatMap(({ values }) => values.map((value, place) => [value.toLowerCase(), place])))
  const placeOf = ({ size }: Variant) => places.get(size.toLowerCase()) ?? 0
  return { variants: variants.toSorted((a, b) => a.line - b.line || placeOf(a) - placeOf(b)), notes }
}

/** The attributes by which a product varies, with every value that the product or a variation names. */
function variedBy(own: readonly Attribute[], ofVariations: readonly Attribute[]): Attribute[] {
  const named = new Set(ofVariations.map(({ name }) => name.toLowerCase()))
  const varied = own.filter(({ name }) => named.has(name.toLowerCase()) && !FACT.test(name))
  return varied.map(({ name, values }) => {
    const more = ofVariations
      .filter((each) => each.name.toLowerCase() === name.toLowerCase())
      .flatMap((each) => each.values)
    return { name, values: [...new Set([...values, ...more])] }
  })
}

function readVariation(
  row: WooRow,
  varied: readonly Attribute[],
  own: readonly Attribute[],
  pictures: SourcePicture[],
): Read & { line: number; isCounted: boolean } {
  const counted = countedIn(row)
  const { price, discountedPrice, notes } = pricesOf(row)
  if (counted?.reason !== undefined) notes.push({ line: row.line, reason: counted.reason })
  const combinations = combinationsOf(own, varied)
  const isShared = combinations.length > 1
  if (isShared && counted && counted.stock > 0) {
    const reason = `Its ${counted.stock} pieces are for ${combinations.length} sizes together. Here each counts by itself, so they begin with 0. Enter what you have.`
    notes.push({ line: row.line, reason })
  }
  const codes = codesOf(row)
  if (isShared && (codes.sku !== '' || codes.barcode !== '')) {
    const reason = `“${codes.sku || codes.barcode}” is for ${combinations.length} sizes together, and here a code names one. Each gets its own.`
    notes.push({ line: row.line, reason })
  }
  const variants = combinations.map((values): Variant => ({
    line: row.line,
    size: values
      .filter((each) => !isColour(each))
      .map(valueOf)
      .join(' / '),
    colour: values.filter(isColour).map(valueOf).join(' / '),
    price,
    discountedPrice,
    stock: isShared ? 0 : (counted?.stock ?? 0),
    codes: isShared ? NO_CODES : codes,
    pictures,
  }))
  return { variants, notes, line: row.line, isCounted: counted !== undefined }
}

/** A product without variations has one size without a name. */
function simpleOf(row: WooRow, attributes: readonly Attribute[]): Read {
  const counted = countedIn(row)
  const { price, discountedPrice, notes } = pricesOf(row)
  if (counted === undefined) notes.push({ line: row.line, reason: NOT_COUNTED })
  else if (counted.reason !== undefined) notes.push({ line: row.line, reason: counted.reason })
  const colours = attributes.find(isColour)?.values ?? []
  const colour = colours.length === 1 ? (colours[0] ?? '') : ''
  const variant: Variant = {
    line: row.line,
    size: '',
    colour,
    price,
    discountedPrice,
    stock: counted?.stock ?? 0,
    codes: codesOf(row),
    pictures: [],
  }
  return { variants: [variant], notes }
}
