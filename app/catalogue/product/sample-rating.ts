import { readJson, saveText } from '#app/api/device-storage.ts'

const KEY = 'ratings'
const LOWEST = 3
const HIGHEST = 5

/**
 * A product's sample rating, 3.0 to 5.0 with one decimal. It is made up on the first view and saved in local storage
 * under the product's id, so it stays the same. It never comes from the server and is always labelled as a sample.
 */
export function sampleRating(productId: string, storage: Storage, random: () => number = Math.random): number {
  const ratings = Object(readJson(storage, KEY)) as Record<string, unknown>
  const known = ratings[productId]
  if (typeof known === 'number' && known >= LOWEST && known <= HIGHEST) return known
  const rating = Math.round((LOWEST + random() * (HIGHEST - LOWEST)) * 10) / 10
  saveText(storage, KEY, JSON.stringify({ ...ratings, [productId]: rating }), 'The sample rating could not be saved.')
  return rating
}
