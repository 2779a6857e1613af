import { readJson, saveText } from '#app/api/device-storage.ts'
import type { Product } from '#contract/catalogue/catalogue.ts'

const KEY = 'recently-viewed'
const MAX_PRODUCTS = 8

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
  const value = readJson(storage, KEY)
  return Array.isArray(value) ? value.filter(isSeen) : []
}

/** Saves a product as the last one viewed. A full storage only causes a warning. */
export function addSeen({ _id, name, images }: SeenProduct, storage: Storage): void {
  const others = seenProducts(storage).filter((seen) => seen._id !== _id)
  write([{ _id, name, images: images.slice(0, 1) }, ...others].slice(0, MAX_PRODUCTS), storage)
}

/** Removes a product that no longer exists. */
export function removeSeen(id: string, storage: Storage): void {
  write(
    seenProducts(storage).filter(({ _id }) => _id !== id),
    storage,
  )
}

function write(seen: SeenProduct[], storage: Storage): void {
  saveText(storage, KEY, JSON.stringify(seen), 'The recently viewed products could not be saved.')
}
