import { MAX_IMAGES } from '#contract/catalogue-rules.ts'
import { WORDINGS } from '#contract/wordings.ts'

export interface DraftFault {
  field: string
  sentence: string
}

const isPicture = (file: File) => file.type.startsWith('image/')

/** The first thing that is wrong with the prices, as specified: the price is told before the discount. */
export function priceFault(form: FormData): DraftFault | undefined {
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

/** The first thing that is wrong with the chosen pictures. */
export function pictureFault(pictures: readonly File[]): DraftFault | undefined {
  if (pictures.length === 0) return { field: 'images', sentence: 'Please choose at least one image.' }
  if (pictures.length > MAX_IMAGES) return { field: 'images', sentence: `At most ${MAX_IMAGES} images.` }
  const other = pictures.find((file) => !isPicture(file))
  return other && { field: 'images', sentence: `${other.name} is not an image.` }
}

export interface SizeDraft {
  size: string
  stock: number
}

/** `S 4, M 10` → the sizes with their pieces; undefined for a text that is none of this, an empty list for no sizes. */
export function sizesIn(text: string): SizeDraft[] | undefined {
  const parts = text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
  const sizes = parts.map((part) => /^(\S{1,12})[\s:=]+(\d{1,6})$/.exec(part))
  if (sizes.some((match) => match === null)) return undefined
  return sizes.map((match) => ({ size: match?.[1] ?? '', stock: Number(match?.[2]) }))
}
