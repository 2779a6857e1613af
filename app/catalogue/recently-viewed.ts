import type { Product } from '#contract/catalogue.ts'

const KEY = 'recently-viewed'
const KEPT = 8

/** The fields of a recently viewed product. Prices may change, so they are not stored. */
export type SeenProduct = Pick<Product, '_id' | 'name' | 'images'>

const isSeen = (value: unknown): value is SeenProduct =>
  typeof value === 'object' &&
  value !== null &&
  '_id' in value &&
  'name' in value &&
  'images' in value &&
  Array.isArray(value.images)

/** The products viewed on this device, newest first. */
export function seenProducts(storage: Storage): SeenProduct[] {
  try {
    const value: unknown = JSON.parse(storage.getItem(KEY) ?? '[]')
    return Array.isArray(value) ? value.filter(isSeen) : []
  } catch {
    return []
  }
}

/** Saves a product as the last one viewed. A full storage only causes a warning. */
export function addSeen({ _id, name, images }: SeenProduct, storage: Storage): void {
  const others = seenProducts(storage).filter((seen) => seen._id !== _id)
  write([{ _id, name, images: images.slice(0, 1) }, ...others].slice(0, KEPT), storage)
}

/** Removes a product that no longer exists. */
export function removeSeen(id: string, storage: Storage): void {
  write(
    seenProducts(storage).filter(({ _id }) => _id !== id),
    storage,
  )
}

function write(seen: SeenProduct[], storage: Storage): void {
  try {
    storage.setItem(KEY, JSON.stringify(seen))
  } catch {
    console.warn('The list of products seen is full.')
  }
}
