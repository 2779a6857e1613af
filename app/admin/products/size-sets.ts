import { newRowKey, type SizeDraft } from '#app/admin/products/product-draft.ts'

/** Whole runs of sizes that are added with one press. */
export const SIZE_RUNS = {
  'S–XXL': ['S', 'M', 'L', 'XL', 'XXL'],
  '28–38': ['28', '30', '32', '34', '36', '38'],
} as const
export type SizeRun = keyof typeof SIZE_RUNS

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
 * The sizes with a run added; those that are there already stay. The one row of a product without sizes becomes the
 * first size of the run, so that its pieces are not lost.
 */
export function withRun(sizes: readonly SizeDraft[], run: SizeRun): SizeDraft[] {
  const [first, ...rest] = SIZE_RUNS[run]
  if (isUnsized(sizes)) {
    return [...sizes.map((size) => ({ ...size, size: first })), ...rest.map((size) => newSize(size))]
  }
  const known = new Set(sizes.map(({ size }) => size.trim().toLowerCase()))
  const named = sizes.filter(({ size, _id }) => size.trim() !== '' || _id !== undefined)
  return [...named, ...SIZE_RUNS[run].filter((size) => !known.has(size.toLowerCase())).map((size) => newSize(size))]
}

/** The list with the entry at `from` moved to the place `to`. */
export function moved<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const next = [...entries]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
