import type { SizeDraft } from '#app/admin/products/edit-draft.ts'
import { MAX_IMAGES } from '#contract/upload-limits.ts'
import { ADMIN_WORDINGS } from '#contract/admin-wordings.ts'
import { WORDINGS } from '#contract/wordings.ts'

export interface DraftError {
  field: string
  sentence: string
}

const isPicture = (file: File) => file.type.startsWith('image/')

/** The first error in the prices. As specified, the price is checked before the discount. */
export function priceError(form: FormData): DraftError | undefined {
  const price = Number(form.get('price'))
  const discounted = form.get('discountedPrice')
  if (price < 0) return { field: 'price', sentence: WORDINGS.products.priceNegative }
  if (discounted === null || discounted === '') return undefined
  const discountedPrice = Number(discounted)
  if (discountedPrice < 0 || discountedPrice > price) {
    return { field: 'discountedPrice', sentence: WORDINGS.products.discountOutOfRange }
  }
  return undefined
}

/** The first error in the chosen pictures. */
export function pictureError(pictures: readonly File[]): DraftError | undefined {
  if (pictures.length === 0) return { field: 'images', sentence: 'Please choose at least one image.' }
  if (pictures.length > MAX_IMAGES) return { field: 'images', sentence: `At most ${MAX_IMAGES} images.` }
  const other = pictures.find((file) => !isPicture(file))
  return other && { field: 'images', sentence: `${other.name} is not an image.` }
}

/** The first error in the sizes. */
export function sizesError(sizes: readonly SizeDraft[]): DraftError | undefined {
  const names = sizes.map(({ size }) => size.trim().toLowerCase())
  for (const [index, { stock }] of sizes.entries()) {
    const name = names[index] ?? ''
    if (name === '') return { field: `sizes.${index}.size`, sentence: 'Each size needs a name.' }
    if (names.indexOf(name) !== index) return { field: `sizes.${index}.size`, sentence: 'Each size stands once.' }
    if (!/^\d{1,7}$/.test(stock.trim())) return { field: `sizes.${index}.stock`, sentence: ADMIN_WORDINGS.invalidStock }
  }
  return undefined
}
