import { hash } from 'node:crypto'

import type {
  LineNote,
  SourceCodes,
  SourcePicture,
  SourceProduct,
  SourceSize,
} from '#server/catalogue/other-shops/source-product.ts'

import { tagsIn } from '#contract/catalogue/product-tags.ts'
import { PRODUCT_FIELDS } from '#contract/catalogue/product-fields.ts'
import { MAX_SIZES } from '#contract/catalogue/product-limits.ts'
import { MAX_IMAGES } from '#contract/catalogue/upload-limits.ts'
import { formatRupees } from '#contract/units/money.ts'
import { startOf } from '#contract/words/start-of-text.ts'
import { altFromName, MAX_ALT_CHARACTERS } from '#contract/catalogue/picture-alt.ts'
import { htmlToText, plainName } from '#server/catalogue/other-shops/html-to-text.ts'

/** One way in which a product of another shop comes. */
export interface Variant {
  line: number
  size: string
  /** '' where the product has no colours. */
  colour: string
  /** What it costs, and the discounted price, in rupees; undefined where its line names none. */
  price: number | undefined
  discountedPrice: number | null
  stock: number
  codes: SourceCodes
  /** Pictures of this colour alone. */
  pictures: SourcePicture[]
}

/** A product of another shop with all its colours. */
export interface OtherProduct {
  keys: string[]
  /** Names its colour group. */
  handle: string
  lines: number[]
  name: string
  /** HTML. */
  description: string
  category: string
  fabric: string | null
  /** As they are written there, by comma. */
  tags: string
  hsn: string | null
  isOnSale: boolean
  variants: Variant[]
  pictures: SourcePicture[]
  notes: LineNote[]
  refusals: LineNote[]
  oldPaths: SourceProduct['oldPaths']
}

/** Text that fits, and a note where it had to be cut. */
function fitting(text: string, max: number, what: string, line: number): { text: string; notes: LineNote[] } {
  if (text.length <= max) return { text, notes: [] }
  const cut = startOf(text, max - 1).replace(/\s+\S*$/, '')
  return { text: `${cut}…`, notes: [{ line, reason: `Its ${what} is cut: at most ${max} characters.` }] }
}

const priceKey = ({ price, discountedPrice }: Variant) => `${price} ${discountedPrice}`
const paidFor = ({ price = 0, discountedPrice }: Variant) => formatRupees(discountedPrice ?? price)
const called = (size: string) => (size === '' ? 'This line' : `Size ${size}`)

/**
 * The variants of one colour at the price that most of them have. A product has one price here, so the others are told.
 */
function atOnePrice(variants: readonly Variant[]): { kept: Variant[]; notes: LineNote[] } {
  const byPrice = [...Map.groupBy(variants, priceKey).values()]
  const [kept = []] = byPrice.toSorted((a, b) => b.length - a.length)
  const [first] = kept
  const others = byPrice.filter((group) => group !== kept).flat()
  return {
    kept,
    notes: others.map((other) => ({
      line: other.line,
      reason: `${called(other.size)} costs ${paidFor(other)} and the others ${first ? paidFor(first) : ''}. A product has one price here, so this size does not come along. Add it as a product of its own.`,
    })),
  }
}

function sizesOf(variants: readonly Variant[]): { sizes: SourceSize[]; notes: LineNote[] } {
  const notes: LineNote[] = []
  const seen = new Map<string, number>()
  const sizes: SourceSize[] = []
  const tooMany: number[] = []
  const hasNames = variants.some(({ size }) => size !== '')
  for (const { line, size, stock, codes } of variants) {
    const earlier = seen.get(size.toLowerCase())
    if (earlier !== undefined) notes.push({ line, reason: `It repeats line ${earlier}: the same colour and size.` })
    else if (hasNames && size === '') {
      notes.push({ line, reason: 'It has no size, though others of this product have, so it does not come along.' })
    } else if (size.length > 40) {
      notes.push({ line, reason: `The size “${startOf(size, 40)}…” does not come along: at most 40 characters.` })
    } else if (sizes.length >= MAX_SIZES) tooMany.push(line)
    else {
      seen.set(size.toLowerCase(), line)
      sizes.push({ line, size, stock, codes })
    }
  }
  const [line] = tooMany
  if (line !== undefined) {
    const more = tooMany.length > 1 ? ` and ${tooMany.length - 1} after it` : ''
    notes.push({ line, reason: `This size${more} does not come along: a product has at most ${MAX_SIZES} sizes.` })
  }
  return { sizes, notes }
}

/** The longest handle, SKU or address of a picture that an index of the database takes, whatever letters it has. */
const MAX_KEY = 500
const MAX_ADDRESS = 2000

function picturesOf(
  pictures: readonly SourcePicture[],
  name: string,
): { pictures: SourcePicture[]; notes: LineNote[] } {
  const short = pictures.filter(({ address }) => address.length <= MAX_ADDRESS)
  const once = [...Map.groupBy(short, ({ address }) => address).values()].flatMap(([first]) => first ?? [])
  const long = pictures.flatMap(({ line, address }) =>
    address.length > MAX_ADDRESS
      ? [{ line, reason: `This picture does not come along: its address has more than ${MAX_ADDRESS} characters.` }]
      : [],
  )
  const notes = once.slice(MAX_IMAGES).map(({ line }) => ({
    line,
    reason: `This picture does not come along: a product has at most ${MAX_IMAGES}.`,
  }))
  const named = once.slice(0, MAX_IMAGES).map((picture, index) => ({
    ...picture,
    alt: startOf(picture.alt, MAX_ALT_CHARACTERS) || altFromName(name, index),
  }))
  return { pictures: named, notes: [...long, ...notes] }
}

/** A colour as a part of what names a product there. */
const colourKeyOf = (colour: string) => (colour.length <= MAX_KEY ? colour : hash('sha256', colour))

/** The name of a colour group, which is the same in every export. */
const groupOf = (handle: string) => {
  const { max } = PRODUCT_FIELDS.colourGroup
  return handle.length <= max ? handle : `${startOf(handle, max - 9)} ${hash('sha256', handle).slice(0, 8)}`
}

/** The first tags that have room in the field. */
function tagsThatFit(tags: readonly string[]): string[] {
  const kept = [...tags]
  while (kept.join(', ').length > PRODUCT_FIELDS.tags.max) kept.pop()
  return kept
}

/**
 * The products of ours that a product of another shop becomes: one for each of its colours, together in a colour group.
 */
export function splitColours(product: OtherProduct): SourceProduct[] {
  const { keys, handle, lines, hsn, fabric, isOnSale, category, oldPaths } = product
  const [line = 0] = lines
  const isTooLong = keys.some((key) => key.length > MAX_KEY)
  const long = { line, reason: `What names it there has more than ${MAX_KEY} characters.` }
  const refusals = isTooLong ? [...product.refusals, long] : product.refusals
  const title = fitting(plainName(product.name), PRODUCT_FIELDS.name.max - 65, 'name', line)
  const plain = htmlToText(product.description)
  const description = fitting(plain.text, PRODUCT_FIELDS.description.max, 'description', line)
  const lost = plain.hasLost
    ? [{ line, reason: 'Of its description the text alone comes along, without pictures, tables and scripts.' }]
    : []
  const tags = tagsIn(product.tags)
  const keptTags = tagsThatFit(tags)
  const lostTags =
    keptTags.length < tags.length
      ? [{ line, reason: `Of its ${tags.length} tags the first ${keptTags.length} come along.` }]
      : []
  const common = {
    keys,
    tags: keptTags.join(', ') || null,
    category,
    hsn,
    fabric,
    isOnSale,
    description: description.text,
    oldPaths,
  }
  const ofAll = [...product.notes, ...title.notes, ...description.notes, ...lost, ...lostTags]
  const priced = product.variants.filter(({ price }) => price !== undefined)
  const groups = [...Map.groupBy(priced, ({ colour }) => colour.toLowerCase())]
  if (refusals.length > 0 || groups.length === 0) {
    const none = refusals.length > 0 ? refusals : [{ line, reason: 'It has no price.' }]
    const empty = { colour: null, colourGroup: null, price: 0, discountedPrice: null, sizes: [], pictures: [] }
    return [{ ...common, ...empty, colourKey: '', lines, name: title.text, notes: [], refusals: none }]
  }
  // What is said of a line of one colour stands at that colour; the rest at the first.
  const colourOf = new Map(priced.map((variant) => [variant.line, variant.colour.toLowerCase()]))
  const notesOf = Map.groupBy(ofAll, (note) => colourOf.get(note.line) ?? groups[0]?.[0])
  return groups.map(([colourKey, variants]): SourceProduct => {
    const colour = variants[0]?.colour ?? ''
    const name = groups.length > 1 && colour !== '' ? `${title.text}, ${colour}` : title.text
    const { kept, notes: pricing } = atOnePrice(variants)
    const { sizes, notes: sizing } = sizesOf(kept)
    // The cover there stays the cover, unless each colour needs its own.
    const own = variants.flatMap((variant) => variant.pictures)
    const shown = picturesOf(groups.length > 1 ? [...own, ...product.pictures] : [...product.pictures, ...own], name)
    return {
      ...common,
      colourKey: colourKeyOf(colourKey),
      lines: groups.length > 1 ? variants.map((variant) => variant.line) : lines,
      name,
      price: kept[0]?.price ?? 0,
      discountedPrice: kept[0]?.discountedPrice ?? null,
      colour: startOf(colour, PRODUCT_FIELDS.colour.max) || null,
      colourGroup: groups.length > 1 ? groupOf(handle) : null,
      sizes,
      pictures: shown.pictures,
      notes: [...(notesOf.get(colourKey) ?? []), ...pricing, ...sizing, ...shown.notes].toSorted(
        (a, b) => a.line - b.line,
      ),
      refusals: [],
    }
  })
}
