import type { EditableProduct, SizeRow } from '#contract/catalogue/admin-catalogue.ts'
import { eachDetail, eachField, FIELD_NAMES, type ProductFieldName } from '#contract/catalogue/product-fields.ts'

export interface SizeDraft {
  /** Tells the rows apart while they are moved and renamed. */
  key: string
  /** Left out for a size that is not stored yet. */
  _id?: string | undefined
  size: string
  stock: string
  /** The stock that the row was filled with. */
  was?: number | undefined
  /** Pieces of it that open payments held then. */
  promised?: number | undefined
  measurements: Record<string, string>
  /** Left empty, the shop makes them. */
  sku?: string | undefined
  barcode?: string | undefined
  storagePlace?: string | undefined
}

export interface PictureDraft {
  key: string
  src: string
  alt: string
  /** Names the content of a stored picture; undefined for a new one. */
  version?: string | undefined
  /** The file of a new picture. */
  file?: File | undefined
}

/** The values of a product's form, as its controls hold them. */
export interface Draft {
  /** Left out for a product that is not stored yet. */
  _id?: string | undefined
  fields: Record<ProductFieldName, string>
  /** Pieces, codes and place of a new product without sizes. A stored product has a row in `sizes` for them. */
  stock?: string
  sku?: string
  barcode?: string
  storagePlace?: string
  sizes: SizeDraft[]
  pictures: PictureDraft[]
}

export const newDraft = (): Draft => ({ fields: eachField(() => ''), stock: '', sizes: [], pictures: [] })

/** Whether the product is still to be created. */
export const isNewDraft = ({ stock }: Draft) => stock !== undefined

export const totalOf = (sizes: readonly SizeDraft[]) => sizes.reduce((sum, { stock }) => sum + (Number(stock) || 0), 0)

let rowCount = 0
/** A React key for a row that has no id yet, unique within this page. */
export const newRowKey = (): string => `new-${(rowCount += 1)}`

const sizeDraftOf = (
  { _id, size, stock, measurements, sku, barcode, storagePlace }: SizeRow,
  promised: EditableProduct['promised'],
): SizeDraft => ({
  key: _id,
  _id,
  size,
  stock: String(stock),
  was: stock,
  promised: promised?.[size],
  measurements: Object.fromEntries(Object.entries(measurements ?? {}).map(([name, value]) => [name, String(value)])),
  sku,
  barcode,
  storagePlace: storagePlace ?? '',
})

/** The form's values for a stored product. */
export function draftOf(product: EditableProduct): Draft {
  const { _id, name, description, price, discountedPrice } = product
  return {
    _id,
    fields: {
      name,
      category: product.category._id,
      description,
      price: String(price),
      discountedPrice: discountedPrice === undefined ? '' : String(discountedPrice),
      ...eachDetail((detail) => product[detail] ?? ''),
    },
    sizes: product.sizeRows.map((row) => sizeDraftOf(row, product.promised)),
    pictures: product.pictures.map(({ version, alt }, index) => ({
      key: `${version}-${index}`,
      src: `${product.images[index]}?w=320&v=${version}`,
      alt,
      version,
    })),
  }
}

const essence = ({ sizes, pictures }: Draft) => ({
  sizes: JSON.stringify(
    sizes.map(({ _id, size, stock, measurements, sku = '', barcode = '', storagePlace = '' }) => {
      return [_id, size, stock, measurements, sku, barcode, storagePlace]
    }),
  ),
  pictures: JSON.stringify(pictures.map(({ version, key, file, alt }) => [version, file && key, alt])),
})

export const hasOtherSizes = (a: Draft, b: Draft) => essence(a).sizes !== essence(b).sizes
export const hasOtherPictures = (a: Draft, b: Draft) => essence(a).pictures !== essence(b).pictures

export function isSameDraft(a: Draft, b: Draft): boolean {
  return (
    FIELD_NAMES.every((name) => a.fields[name] === b.fields[name]) && !hasOtherSizes(a, b) && !hasOtherPictures(a, b)
  )
}
