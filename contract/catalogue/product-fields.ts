/**
 * How a written field of a product is named, limited, typed and asked for: in forms, calls, CSV files and the audit
 * log.
 */
interface ProductField {
  label: string
  /** `text` stays as it was typed, `detail` is trimmed text that a product may lack, `price` is in rupees. */
  kind: 'text' | 'detail' | 'price' | 'category'
  /** Its column in a CSV file. */
  csv: string
  /** The most characters. */
  max?: number
  isOptional?: boolean
  /** What a value has to match, and the sentence for one that does not. */
  pattern?: RegExp
  mismatch?: string
  /** Lines of its control in a form; one unless said otherwise. */
  rows?: number
  hint?: string
  inputMode?: 'decimal' | 'numeric'
  /** A category can hold a value for its products that have none of their own. */
  hasDefault?: boolean
  /** The Legal Metrology (Packaged Commodities) Rules ask for it before the product is sold. */
  isObligatory?: boolean
}

/**
 * The fields in the order of forms, CSV files and differences. A `detail` needs no more than a row here and its column.
 */
export const PRODUCT_FIELDS = {
  name: { label: 'Name', kind: 'text', csv: 'name', max: 200 },
  category: { label: 'Category', kind: 'category', csv: 'category' },
  description: { label: 'Description', kind: 'text', csv: 'description', max: 5000, rows: 5, isOptional: true },
  price: { label: 'Price', kind: 'price', csv: 'price', inputMode: 'decimal' },
  discountedPrice: {
    label: 'Discounted price',
    kind: 'price',
    csv: 'discounted_price',
    inputMode: 'decimal',
    isOptional: true,
  },
  colour: { label: 'Colour', kind: 'detail', csv: 'colour', max: 60 },
  colourGroup: {
    label: 'Colour group',
    kind: 'detail',
    csv: 'colour_group',
    max: 60,
    hint: 'The same text on each colour of one garment.',
  },
  fabric: { label: 'Fabric', kind: 'detail', csv: 'fabric', max: 200 },
  fit: { label: 'Fit', kind: 'detail', csv: 'fit', max: 60 },
  tags: {
    label: 'Tags',
    kind: 'detail',
    csv: 'tags',
    max: 500,
    hint: 'Several by comma, for the rules of collections. Customers do not see them.',
  },
  care: { label: 'Care', kind: 'detail', csv: 'care', max: 500, rows: 3, hasDefault: true },
  hsn: {
    label: 'HSN code',
    kind: 'detail',
    csv: 'hsn',
    max: 8,
    pattern: /^\d{4}(\d\d){0,2}$/,
    mismatch: 'An HSN code has 4, 6 or 8 digits.',
    hint: '4, 6 or 8 digits, for the invoice; at least 6 above ₹5 crore of turnover.',
    inputMode: 'numeric',
    hasDefault: true,
  },
  origin: {
    label: 'Country of origin',
    kind: 'detail',
    csv: 'origin',
    max: 60,
    hasDefault: true,
    isObligatory: true,
  },
  pieces: {
    label: 'Pieces in a set',
    kind: 'detail',
    csv: 'pieces',
    max: 3,
    pattern: /^[1-9]\d{0,2}$/,
    mismatch: 'The pieces in a set are a number from 1 to 999.',
    hint: 'The net quantity: 1 for a shirt, 2 for a co-ord set.',
    inputMode: 'numeric',
    hasDefault: true,
    isObligatory: true,
  },
  maker: {
    label: 'Maker or importer',
    kind: 'detail',
    csv: 'maker',
    max: 200,
    hint: 'Of imported goods the importer.',
    hasDefault: true,
    isObligatory: true,
  },
  makerAddress: {
    label: 'Address of the maker or importer',
    kind: 'detail',
    csv: 'maker_address',
    max: 500,
    rows: 3,
    hasDefault: true,
    isObligatory: true,
  },
} as const satisfies Record<string, ProductField>

export type ProductFieldName = keyof typeof PRODUCT_FIELDS
export type ProductDetailName = {
  [Name in ProductFieldName]: (typeof PRODUCT_FIELDS)[Name]['kind'] extends 'detail' ? Name : never
}[ProductFieldName]
/** What may be said of a product and may be missing. */
export type ProductDetails = Record<ProductDetailName, string | null>

export const fieldOf = (name: ProductFieldName): ProductField => PRODUCT_FIELDS[name]
export const FIELD_NAMES = Object.keys(PRODUCT_FIELDS) as ProductFieldName[]
export const DETAIL_NAMES = FIELD_NAMES.filter(
  (name): name is ProductDetailName => PRODUCT_FIELDS[name].kind === 'detail',
)

/** What a label says beside size and price; many products can be given the same at once. */
export const LABEL_FACTS = [
  'maker',
  'makerAddress',
  'origin',
  'care',
  'pieces',
  'hsn',
] as const satisfies ProductDetailName[]
export type LabelFacts = { [Name in (typeof LABEL_FACTS)[number]]?: string | null | undefined }

/** The details that a category can hold for its products. */
export type DefaultedName = {
  [Name in ProductDetailName]: (typeof PRODUCT_FIELDS)[Name] extends { hasDefault: true } ? Name : never
}[ProductDetailName]
export type DetailDefaults = { [Name in DefaultedName]?: string | undefined }
export const DEFAULTED_NAMES = DETAIL_NAMES.filter((name): name is DefaultedName => Boolean(fieldOf(name).hasDefault))

export const eachField = <Value>(valueOf: (name: ProductFieldName) => Value) =>
  Object.fromEntries(FIELD_NAMES.map((name) => [name, valueOf(name)])) as Record<ProductFieldName, Value>
export const eachDetail = <Value>(valueOf: (name: ProductDetailName) => Value) =>
  Object.fromEntries(DETAIL_NAMES.map((name) => [name, valueOf(name)])) as Record<ProductDetailName, Value>
