import {
  draftOf,
  hasOtherPictures,
  hasOtherSizes,
  type Draft,
  type FieldName,
  type SizeDraft,
} from '#app/admin/products/edit-draft.ts'
import type { EditableProduct } from '#contract/admin-catalogue.ts'
import type { ProductChange } from '#contract/product-input.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { ADMIN_WORDINGS } from '#contract/admin-wordings.ts'
import { WORDINGS } from '#contract/wordings.ts'

export interface ProductInput {
  change: ProductChange
  /** The new files, in the order in which the change's pictures name them. */
  uploads: File[]
}

const numberIn = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))
const isStock = (text: string) => /^\d{1,7}$/.test(text.trim())

/** The errors of a draft by field; empty if it can be sent. */
export function draftErrors({ fields, sizes }: Draft): FieldErrors {
  const errors: FieldErrors = {}
  if (fields.name.trim() === '') errors.name = 'Product name is required.'
  const price = numberIn(fields.price)
  if (Number.isNaN(price)) errors.price = ADMIN_WORDINGS.invalidPrices
  else if (price < 0) errors.price = WORDINGS.products.priceNegative
  const discounted = numberIn(fields.discountedPrice)
  if (fields.discountedPrice.trim() !== '' && !(discounted >= 0 && discounted <= price)) {
    errors.discountedPrice = WORDINGS.products.discountOutOfRange
  }
  if (fields.hsn.trim() !== '' && !/^\d{4,8}$/.test(fields.hsn.trim())) errors.hsn = 'An HSN code has 4 to 8 digits.'
  const names = sizes.map(({ size }) => size.trim().toLowerCase())
  for (const [index, { stock }] of sizes.entries()) {
    const name = names[index] ?? ''
    if (!isStock(stock)) errors[`sizes.${index}.stock`] = ADMIN_WORDINGS.invalidStock
    if (name === '' && sizes.length > 1) errors[`sizes.${index}.size`] = 'Each size needs a name.'
    else if (names.indexOf(name) !== index) errors[`sizes.${index}.size`] = 'Each size stands once.'
  }
  return errors
}

function sizeIn({ _id, size, stock, was, measurements }: SizeDraft) {
  const measured = Object.entries(measurements).flatMap(([name, value]) =>
    Number.isFinite(numberIn(value)) ? [[name, Number(value)] as const] : [],
  )
  return {
    ...(_id !== undefined && { _id, was }),
    size: size.trim(),
    stock: Number(stock),
    measurements: measured.length > 0 ? Object.fromEntries(measured) : null,
  }
}

const OPTIONAL = ['colour', 'fabric', 'fit', 'care', 'hsn', 'origin'] as const

/** What the draft changes of the product that it was filled from; the draft must be free of errors. */
export function inputOf(product: EditableProduct, draft: Draft): ProductInput {
  const base = draftOf(product)
  const { fields } = draft
  const isOther = (name: FieldName) => fields[name] !== base.fields[name]
  const change: ProductChange = { revision: product.revision }
  if (isOther('name')) change.name = fields.name
  if (isOther('description')) change.description = fields.description
  if (isOther('category')) change.category = fields.category
  if (isOther('price')) change.price = Number(fields.price)
  if (isOther('discountedPrice')) {
    change.discountedPrice = fields.discountedPrice.trim() === '' ? null : Number(fields.discountedPrice)
  }
  for (const name of OPTIONAL) if (isOther(name)) change[name] = fields[name].trim() || null
  if (hasOtherSizes(base, draft)) change.sizes = draft.sizes.map(sizeIn)
  const uploads: File[] = []
  if (hasOtherPictures(base, draft)) {
    const left = product.pictures.map(({ version }) => version as string | undefined)
    change.pictures = draft.pictures.map(({ file, version, alt }) => {
      if (file) return { upload: uploads.push(file) - 1, alt }
      const kept = left.indexOf(version)
      // The same picture may stand there twice; each place is used once.
      left[kept] = undefined
      return { kept, alt }
    })
  }
  return { change, uploads }
}
