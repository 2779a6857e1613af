import type { DemoProduct } from '#demo/catalogue.ts'
import type { NewProductRows } from '#server/catalogue/admin/save-queries.ts'

const CUTS = ['Anchor', 'Basalt', 'Cedar', 'Delta', 'Ember', 'Fjord', 'Granite', 'Hollow', 'Iron', 'Juniper', 'Kestrel']
const COLOURS = ['Ink', 'Bone', 'Indigo', 'Olive', 'Rust', 'White', 'Charcoal', 'Sand', 'Moss', 'Slate', 'Clay', 'Navy']
const ID_PREFIX = '5eed'

/** The id of a synthetic product: the same number is always the same product. */
export const syntheticId = (index: number) => ID_PREFIX + index.toString(16).padStart(20, '0')

/** A number from 0 to below `choices` that only looks random: the same for the same index and purpose. */
function pick(index: number, purpose: number, choices: number): number {
  let mixed = Math.imul(index + 1, 0x9e37_79b1) ^ Math.imul(purpose + 1, 0x85eb_ca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b_3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a_2d39)
  return ((mixed ^ (mixed >>> 15)) >>> 0) % choices
}

function stockOf(index: number, place: number): number {
  const isSoldOut = pick(index, 10 + place, 6) === 0
  return isSoldOut ? 0 : 1 + pick(index, 40 + place, 60)
}

/**
 * The rows of the synthetic product with this number, cut from a product of the demo catalogue: its texts, sizes and
 * pictures under another name, colour, price and stock.
 */
export function syntheticRows(index: number, pattern: DemoProduct, categoryId: string): NewProductRows {
  const { description, fabric, fit, care, hsn, origin, pictures, sizes } = pattern
  const productId = syntheticId(index)
  const name = `${CUTS[pick(index, 1, CUTS.length)]} ${pattern.name} ${index + 1}`
  const pricePaise = 100 * (299 + 50 * pick(index, 2, 200))
  const isReduced = pick(index, 3, 3) === 0
  const product = {
    id: productId,
    categoryId,
    name,
    description,
    pricePaise,
    discountedPricePaise: isReduced ? pricePaise - 100 * (50 + pick(index, 4, 150)) : null,
    colour: COLOURS[pick(index, 5, COLOURS.length)] ?? '',
    fabric,
    fit,
    care,
    hsn,
    origin,
    isDraft: false,
  }
  return {
    products: [product],
    sizes: sizes.map(({ size, measurements }, position) => ({
      id: `${productId}-${position}`,
      productId,
      size,
      position,
      stock: stockOf(index, position),
      measurements,
    })),
    pictures: pictures.map(({ hash, width, height, thumbhash }, position) => ({
      productId,
      position,
      pictureHash: hash,
      alt: `${name}, picture ${position + 1}`,
      width,
      height,
      thumbhash,
    })),
  }
}
