import type { EditableProduct, SizeRow } from '#contract/admin-catalogue.ts'

/** The written fields, as they stand in their controls. */
export const FIELD_LABELS = {
  name: 'Name',
  category: 'Category',
  price: 'Price',
  discountedPrice: 'Discounted price',
  description: 'Description',
  colour: 'Colour',
  fabric: 'Fabric',
  fit: 'Fit',
  care: 'Care',
  hsn: 'HSN code',
  origin: 'Country of origin',
} as const
export type FieldName = keyof typeof FIELD_LABELS
export const FIELD_NAMES = Object.keys(FIELD_LABELS) as FieldName[]

export interface SizeDraft {
  /** Tells the rows apart while they are moved and renamed. */
  key: string
  /** Left out for a size that is not kept yet. */
  _id?: string | undefined
  size: string
  stock: string
  /** The stock that the row was filled with. */
  was?: number | undefined
  measurements: Record<string, string>
}

export interface PictureDraft {
  key: string
  src: string
  alt: string
  /** A picture that is kept already, by its content, … */
  version?: string | undefined
  /** … or a file that is not. */
  file?: File | undefined
}

export interface Draft {
  fields: Record<FieldName, string>
  sizes: SizeDraft[]
  pictures: PictureDraft[]
}

const sizeDraftOf = ({ _id, size, stock, measurements }: SizeRow): SizeDraft => ({
  key: _id,
  _id,
  size,
  stock: String(stock),
  was: stock,
  measurements: Object.fromEntries(Object.entries(measurements ?? {}).map(([name, value]) => [name, String(value)])),
})

/** The form as a product fills it. */
export function draftOf(product: EditableProduct): Draft {
  const { name, description, price, discountedPrice, colour, fabric, fit, care, hsn, origin } = product
  return {
    fields: {
      name,
      category: product.category._id,
      price: String(price),
      discountedPrice: discountedPrice === undefined ? '' : String(discountedPrice),
      description,
      colour: colour ?? '',
      fabric: fabric ?? '',
      fit: fit ?? '',
      care: care ?? '',
      hsn: hsn ?? '',
      origin: origin ?? '',
    },
    sizes: product.sizeRows.map(sizeDraftOf),
    pictures: product.pictures.map(({ version, alt }, index) => ({
      key: `${version}-${index}`,
      src: `${product.images[index]}?w=320&v=${version}`,
      alt,
      version,
    })),
  }
}

const essence = ({ sizes, pictures }: Draft) => ({
  sizes: JSON.stringify(sizes.map(({ _id, size, stock, measurements }) => [_id, size, stock, measurements])),
  pictures: JSON.stringify(pictures.map(({ version, key, file, alt }) => [version, file && key, alt])),
})

export const hasOtherSizes = (a: Draft, b: Draft) => essence(a).sizes !== essence(b).sizes
export const hasOtherPictures = (a: Draft, b: Draft) => essence(a).pictures !== essence(b).pictures

export function isSameDraft(a: Draft, b: Draft): boolean {
  return (
    FIELD_NAMES.every((name) => a.fields[name] === b.fields[name]) && !hasOtherSizes(a, b) && !hasOtherPictures(a, b)
  )
}
