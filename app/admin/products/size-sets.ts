import { newRowKey, type SizeDraft } from '#app/admin/products/product-draft.ts'

/** Usual sizes of a product, which one press adds together. */
export const SIZE_SETS = {
  'S–XXL': ['S', 'M', 'L', 'XL', 'XXL'],
  '28–38': ['28', '30', '32', '34', '36', '38'],
} as const
export type SizeSet = keyof typeof SIZE_SETS

export const MEASURES = [
  'chest',
  'shoulder',
  'collar',
  'length',
  'sleeve',
  'waist',
  'hip',
  'rise',
  'inseam',
  'thigh',
  'knee',
  'legOpening',
] as const

export const newSize = (size = '', stock = '0'): SizeDraft => ({
  key: newRowKey(),
  size,
  stock,
  measurements: {},
})

const isUnsized = (sizes: readonly SizeDraft[]) =>
  sizes.length === 1 && sizes[0]?.size === '' && sizes[0]._id !== undefined

/**
 * The sizes with a set added; those that are there already stay. The one row of a product without sizes becomes the
 * first size of the set, so that its pieces are not lost.
 */
export function withSizeSet(sizes: readonly SizeDraft[], set: SizeSet): SizeDraft[] {
  const [first, ...rest] = SIZE_SETS[set]
  if (isUnsized(sizes)) {
    return [...sizes.map((size) => ({ ...size, size: first })), ...rest.map((size) => newSize(size))]
  }
  const known = new Set(sizes.map(({ size }) => size.trim().toLowerCase()))
  const named = sizes.filter(({ size, _id }) => size.trim() !== '' || _id !== undefined)
  return [...named, ...SIZE_SETS[set].filter((size) => !known.has(size.toLowerCase())).map((size) => newSize(size))]
}
