import type { StoredProduct, StoredSize } from '#server/catalogue/admin/stored-product-queries.ts'

import { rupeesFromPaise } from '#contract/money.ts'

type Facts = Record<string, unknown>

const sizesOf = (sizes: readonly StoredSize[]) => sizes.map(({ size, stock }) => ({ size, stock }))
const measurementsOf = (sizes: readonly StoredSize[]) =>
  Object.fromEntries(sizes.flatMap(({ size, measurements }) => (measurements ? [[size, measurements]] : [])))

/** A product as the audit log writes of it: in rupees, and with names instead of ids. */
export function auditedFields(product: StoredProduct): Facts {
  const { name, description, categoryName, colour, fabric, fit, care, hsn, origin } = product
  return {
    name,
    description,
    category: categoryName,
    price: rupeesFromPaise(product.pricePaise),
    discountedPrice: product.discountedPricePaise === null ? null : rupeesFromPaise(product.discountedPricePaise),
    colour,
    fabric,
    fit,
    care,
    hsn,
    origin,
    sizes: sizesOf(product.sizes),
    measurements: measurementsOf(product.sizes),
    pictures: product.pictures.map(({ pictureHash, alt }) => ({ version: pictureHash.slice(0, 12), alt })),
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What is different afterwards, from what to what; undefined where nothing is. */
export function differenceOf(before: StoredProduct, after: StoredProduct): { before: Facts; after: Facts } | undefined {
  const [was, is] = [auditedFields(before), auditedFields(after)]
  const names = Object.keys(was).filter((name) => !isSame(was[name], is[name]))
  if (names.length === 0) return undefined
  const only = (facts: Facts) => Object.fromEntries(names.map((name) => [name, facts[name]]))
  return { before: only(was), after: only(is) }
}
