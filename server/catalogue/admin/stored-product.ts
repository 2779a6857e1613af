import type { Prices } from '#contract/catalogue/admin-catalogue.ts'
import type { ProductChange } from '#contract/catalogue/product-input.ts'
import type { SizeCode } from '#contract/catalogue/labels/size-codes.ts'
import type { KnownCategory, StoredProduct, StoredSize } from '#server/catalogue/admin/stored-product-queries.ts'

import { formatRupees, paiseFromRupees, rupeesFromPaise } from '#contract/units/money.ts'
import { eachDetail } from '#contract/catalogue/product-fields.ts'
import { newId } from '#server/db/new-id.ts'

/** New values of the written fields except the category. A missing field keeps its value. */
export type FieldsInput = Omit<ProductChange, 'revision' | 'category' | 'sizes' | 'pictures'>

/** An empty product, not stored yet. */
export const newProduct = (): StoredProduct => ({
  id: newId(),
  categoryId: '',
  categoryName: '',
  defaults: {},
  name: '',
  description: '',
  pricePaise: 0,
  discountedPricePaise: null,
  ...eachDetail(() => null),
  revision: 0,
  isDraft: false,
  deletedAt: null,
  sizes: [],
  pictures: [],
})

export const inCategory = (product: StoredProduct, { id, name, defaults }: KnownCategory): StoredProduct => ({
  ...product,
  categoryId: id,
  categoryName: name,
  defaults,
})

/** The product with these fields instead of its own. */
export function withFields(product: StoredProduct, { price, discountedPrice, ...texts }: FieldsInput): StoredProduct {
  const after: StoredProduct = { ...product }
  const given = Object.entries(texts).filter(([, value]) => value !== undefined)
  Object.assign(after, Object.fromEntries(given))
  if (price !== undefined) after.pricePaise = paiseFromRupees(price)
  if (discountedPrice !== undefined) {
    after.discountedPricePaise = discountedPrice === null ? null : paiseFromRupees(discountedPrice)
  }
  return after
}

/** What a product costs, in rupees. */
export const pricesOf = ({
  pricePaise,
  discountedPricePaise,
}: Pick<StoredProduct, 'pricePaise' | 'discountedPricePaise'>): Prices => ({
  price: rupeesFromPaise(pricePaise),
  discountedPrice: discountedPricePaise === null ? null : rupeesFromPaise(discountedPricePaise),
})

export const isSamePrices = (a: Prices, b: Prices) => a.price === b.price && a.discountedPrice === b.discountedPrice

export function pricesInWords({ price, discountedPrice }: Prices): string {
  return formatRupees(price) + (discountedPrice === null ? '' : `, discounted to ${formatRupees(discountedPrice)}`)
}

/** The written fields as people read them: in rupees, and with the category's name. */
export const writtenFields = (product: StoredProduct) => ({
  name: product.name,
  category: product.categoryName,
  description: product.description,
  ...pricesOf(product),
  ...eachDetail((detail) => product[detail]),
})

export const stocksOf = (sizes: readonly StoredSize[]) => sizes.map(({ size, stock }) => ({ size, stock }))
export const stockOf = ({ sizes }: Pick<StoredProduct, 'sizes'>) => sizes.reduce((sum, { stock }) => sum + stock, 0)

export const stateOf = ({ isDraft }: Pick<StoredProduct, 'isDraft'>) => (isDraft ? 'draft' : 'on sale')

/** A product in the words of the audit log. */
export type AuditedFields = Record<string, unknown>

export function auditedFields(product: StoredProduct): AuditedFields {
  const named = (name: SizeCode | 'storagePlace') =>
    product.sizes.flatMap((size) => (size[name] ? [[size.size, size[name]]] : []))
  const measured = product.sizes.flatMap(({ size, measurements }) => (measurements ? [[size, measurements]] : []))
  return {
    ...writtenFields(product),
    state: stateOf(product),
    sizes: stocksOf(product.sizes),
    measurements: Object.fromEntries(measured) as AuditedFields,
    skus: Object.fromEntries(named('sku')) as AuditedFields,
    barcodes: Object.fromEntries(named('barcode')) as AuditedFields,
    storagePlaces: Object.fromEntries(named('storagePlace')) as AuditedFields,
    pictures: product.pictures.map(({ pictureHash, alt }) => ({ version: pictureHash.slice(0, 12), alt })),
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

interface Difference {
  before: AuditedFields
  after: AuditedFields
}

/** The fields that differ, before and after; undefined if none does. */
export function differenceOf(before: StoredProduct, after: StoredProduct): Difference | undefined {
  const [was, is] = [auditedFields(before), auditedFields(after)]
  const names = Object.keys(was).filter((name) => !isSame(was[name], is[name]))
  if (names.length === 0) return undefined
  const only = (fields: AuditedFields) => Object.fromEntries(names.map((name) => [name, fields[name]]))
  return { before: only(was), after: only(is) }
}
