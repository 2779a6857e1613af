import type { Api } from '#contract/api.ts'
import { DEFAULT_LIMIT } from '#contract/catalogue-rules.ts'
import type { Product } from '#contract/catalogue.ts'

const KEY = 'products'
const LIFETIME_MS = 10 * 60 * 1000

interface CachedProducts {
  products: Product[]
  /** Milliseconds since 1970. */
  timestamp: number
}

const isCached = (value: unknown): value is CachedProducts =>
  typeof value === 'object' &&
  value !== null &&
  'products' in value &&
  Array.isArray(value.products) &&
  'timestamp' in value &&
  typeof value.timestamp === 'number'

function readCache(storage: Storage, now: number): Product[] | undefined {
  const entry = storage.getItem(KEY)
  if (entry === null) return undefined
  try {
    const cached: unknown = JSON.parse(entry)
    if (!isCached(cached)) throw new TypeError('not a list of products with a timestamp')
    const age = now - cached.timestamp
    return age >= 0 && age < LIFETIME_MS ? cached.products : undefined
  } catch (error) {
    console.warn('The product cache cannot be read; the products are fetched anew.', error)
    return undefined
  }
}

/**
 * The shop's first products: from local storage if they were saved less than ten minutes ago, else from the server, which
 * also fills the cache. A broken entry is logged and replaced; a full or forbidden storage only causes a warning.
 */
export async function firstProducts(api: Api, storage: Storage, now = Date.now()): Promise<Product[]> {
  const cached = readCache(storage, now)
  if (cached) return cached
  const { products } = await api.listProducts({ page: 1, limit: DEFAULT_LIMIT })
  try {
    storage.setItem(KEY, JSON.stringify({ products, timestamp: now } satisfies CachedProducts))
  } catch {
    console.warn('The product cache could not be written.')
  }
  return products
}
