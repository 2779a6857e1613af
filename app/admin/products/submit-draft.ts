import {
  draftOf,
  hasOtherPictures,
  hasOtherSizes,
  isNewDraft,
  totalOf,
  type Draft,
  type PictureDraft,
  type SizeDraft,
} from '#app/admin/products/product-draft.ts'
import { shrinkPicture } from '#app/ui/shrink-picture.ts'
import { messageOf } from '#contract/words/error-message.ts'
import type { EditableProduct } from '#contract/catalogue/admin-catalogue.ts'
import { ADMIN_WORDINGS } from '#contract/words/specified-admin-wordings.ts'
import { MAX_IMAGES, UNREADABLE } from '#contract/catalogue/upload-limits.ts'
import { CODE_PATTERN, codeMismatch, SIZE_CODE_NAMES } from '#contract/catalogue/labels/size-codes.ts'
import { ShopError, type FieldErrors } from '#contract/api/errors.ts'
import { DETAIL_NAMES, FIELD_NAMES, fieldOf, type ProductFieldName } from '#contract/catalogue/product-fields.ts'
import type { ProductChange } from '#contract/catalogue/product-input.ts'
import { codeTyped, trimTyped } from '#contract/schemas/typed-text.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

const numberIn = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))

function fieldErrors(fields: Draft['fields']): FieldErrors {
  const errors: FieldErrors = {}
  if (trimTyped(fields.name) === '') errors.name = 'Product name is required.'
  const price = numberIn(fields.price)
  if (Number.isNaN(price)) errors.price = ADMIN_WORDINGS.invalidPrices
  else if (price < 0) errors.price = WORDINGS.products.priceNegative
  const discounted = numberIn(fields.discountedPrice)
  if (fields.discountedPrice.trim() !== '' && !(discounted >= 0 && discounted <= price)) {
    errors.discountedPrice = WORDINGS.products.discountOutOfRange
  }
  for (const name of FIELD_NAMES) {
    const { pattern, mismatch = '' } = fieldOf(name)
    const written = fields[name].trim()
    if (pattern && written !== '' && !pattern.test(codeTyped(written))) errors[name] = mismatch
  }
  return errors
}

const isFaultyCode = (typed = '') => codeTyped(typed) !== '' && !CODE_PATTERN.test(codeTyped(typed))

function sizeErrors(sizes: readonly SizeDraft[], isNew: boolean): FieldErrors {
  const errors: FieldErrors = {}
  const names = sizes.map(({ size }) => trimTyped(size).toLowerCase())
  for (const [index, row] of sizes.entries()) {
    const { stock } = row
    const name = names[index] ?? ''
    if (name === '' && (isNew || sizes.length > 1)) errors[`sizes.${index}.size`] = 'Each size needs a name.'
    else if (names.indexOf(name) !== index) errors[`sizes.${index}.size`] = 'Each size stands once.'
    if (!/^\d{1,7}$/.test(stock.trim())) errors[`sizes.${index}.stock`] = ADMIN_WORDINGS.invalidStock
    for (const code of SIZE_CODE_NAMES) {
      if (isFaultyCode(row[code])) errors[`sizes.${index}.${code}`] = codeMismatch(code)
    }
  }
  return errors
}

function newPictureErrors(pictures: readonly PictureDraft[], isDraft: boolean): FieldErrors {
  if (pictures.length === 0 && !isDraft) return { images: 'Please choose at least one image.' }
  if (pictures.length > MAX_IMAGES) return { images: `At most ${MAX_IMAGES} images.` }
  const other = pictures.find(({ file }) => file && !file.type.startsWith('image/'))
  return other ? { images: `${other.file?.name} is not an image.` } : {}
}

/**
 * The errors of a form by field, in the order in which they are shown; empty if it can be sent. A draft needs no
 * picture.
 */
export function draftErrors(draft: Draft, isDraft = false): FieldErrors {
  const isNew = isNewDraft(draft)
  return {
    ...fieldErrors(draft.fields),
    ...sizeErrors(draft.sizes, isNew),
    ...(isFaultyCode(draft.sku) && { sku: codeMismatch('sku') }),
    ...(isFaultyCode(draft.barcode) && { barcode: codeMismatch('barcode') }),
    ...(isNew && newPictureErrors(draft.pictures, isDraft)),
  }
}

function sizeIn({ _id, size, stock, was, measurements, sku = '', barcode = '', storagePlace = '' }: SizeDraft) {
  const measured = Object.entries(measurements).flatMap(([name, value]) =>
    Number.isFinite(numberIn(value)) ? [[name, Number(value)] as const] : [],
  )
  return {
    ...(_id !== undefined && { _id, was }),
    size: size.trim(),
    stock: Number(stock),
    measurements: measured.length > 0 ? Object.fromEntries(measured) : null,
    sku: codeTyped(sku) || null,
    barcode: codeTyped(barcode) || null,
    storagePlace: trimTyped(storagePlace) || null,
  }
}

/** Why a product could not be saved, and what is wrong with its fields. */
export interface Failure {
  message: string
  fields: FieldErrors
}

/** The errors with what is wrong with the pictures that were chosen last, in the place of what they had before. */
export function withImageFaults({ images: _, ...errors }: FieldErrors, sentences: readonly string[]): FieldErrors {
  return sentences.length === 0 ? errors : { ...errors, images: sentences.join(' ') }
}

/** The failure with what is wrong with the pictures that were chosen last. One that is not of pictures stays. */
export function withRefusedPictures(known: Failure | undefined, sentences: readonly string[]): Failure | undefined {
  if (sentences.length === 0 && known?.fields.images === undefined) return known
  const fields = withImageFaults(known?.fields ?? {}, sentences)
  return Object.keys(fields).length === 0 ? undefined : { message: known?.message ?? sentences.join(' '), fields }
}

/** What is wrong with a picture that could not be made smaller. */
export const pictureFault = ({ name }: File, error: unknown): string => `${name}: ${messageOf(error, UNREADABLE)}`

/** The picture as it is sent; throws with what is wrong with it, at the field of the pictures. */
async function withSmallFile(picture: PictureDraft): Promise<PictureDraft> {
  const { file } = picture
  if (!file) return picture
  try {
    return { ...picture, file: await shrinkPicture(file) }
  } catch (error) {
    const sentence = pictureFault(file, error)
    throw new ShopError('invalid', sentence, { fields: { images: sentence }, cause: error })
  }
}

/**
 * The draft with its new pictures as they are sent (see `shrinkPicture`). Rejects with a sentence for one that cannot
 * be read.
 */
export async function withSmallPictures(draft: Draft): Promise<Draft> {
  return { ...draft, pictures: await Promise.all(draft.pictures.map(withSmallFile)) }
}

/** The form that creates a product; the draft must be free of errors. */
export function creationOf(
  { fields, stock = '', sku = '', barcode = '', storagePlace = '', sizes, pictures }: Draft,
  isDraft: boolean,
): FormData {
  const form = new FormData()
  if (isDraft) form.set('isDraft', 'true')
  for (const name of FIELD_NAMES) if (fields[name].trim() !== '') form.set(name, fields[name])
  form.set('stock', sizes.length > 0 ? String(totalOf(sizes)) : stock)
  if (sizes.length === 0 && codeTyped(sku) !== '') form.set('sku', sku)
  if (sizes.length === 0 && codeTyped(barcode) !== '') form.set('barcode', barcode)
  if (sizes.length === 0 && trimTyped(storagePlace) !== '') form.set('storagePlace', storagePlace)
  if (sizes.length > 0) form.set('sizes', JSON.stringify(sizes.map(sizeIn)))
  if (pictures.some(({ alt }) => alt.trim() !== '')) form.set('alts', JSON.stringify(pictures.map(({ alt }) => alt)))
  for (const { file } of pictures) if (file) form.append('images', file)
  return form
}

interface EditInput {
  change: ProductChange
  /** The new files, in the order in which the change's pictures name them. */
  uploads: File[]
}

/** What the draft changes of the product that it was filled from; the draft must be free of errors. */
export function changeOf(product: EditableProduct, draft: Draft): EditInput {
  const base = draftOf(product)
  const { fields } = draft
  const isOther = (name: ProductFieldName) => fields[name] !== base.fields[name]
  const change: ProductChange = { revision: product.revision }
  for (const name of ['name', 'description', 'category'] as const) if (isOther(name)) change[name] = fields[name]
  if (isOther('price')) change.price = Number(fields.price)
  if (isOther('discountedPrice')) {
    change.discountedPrice = fields.discountedPrice.trim() === '' ? null : Number(fields.discountedPrice)
  }
  for (const name of DETAIL_NAMES) if (isOther(name)) change[name] = fields[name].trim() || null
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
