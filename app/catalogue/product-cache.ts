import { readJson, saveText } from '#app/api/device-storage.ts'
import type { Api } from '#contract/api/api.ts'
import { DEFAULT_LIMIT } from '#contract/catalogue/lists/list-limits.ts'
import type { Product } from '#contract/catalogue/catalogue.ts'

const KEY = 'products'
const LIFETIME_MS = 10 * 60 * 1000

interface CachedProducts {
  products: Product[]
  /** Milliseconds since 1970. */
  timestamp: number
}

function readCache(storage: Storage, now: number): Product[] | undefined {
  if (storage.getItem(KEY) === null) return undefined
  const { products, timestamp } = Object(readJson(storage, KEY)) as Partial<CachedProducts>
  if (Array.isArray(products) && typeof timestamp === 'number') {
    const age = now - timestamp
    return age >= 0 && age < LIFETIME_MS ? products : undefined
  }
  console.warn('The product cache cannot be read; the products are fetched anew.')
  return undefined
}

/**
 * The shop's first products: from local storage if they were saved less than ten minutes ago, else from the server,
 * which also fills the cache. A broken entry is logged and replaced; a full or forbidden storage only causes a warning.
 */
export async function firstProducts(api: Api, storage: Storage, now = Date.now()): Promise<Product[]> {
  const cached = readCache(storage, now)
  if (cached) return cached
  const { products } = await api.listProducts({ page: 1, limit: DEFAULT_LIMIT })
  const entry: CachedProducts = { products, timestamp: now }
  saveText(storage, KEY, JSON.stringify(entry), 'The product cache could not be saved.')
  return products
}
