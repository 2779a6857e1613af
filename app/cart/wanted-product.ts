const KEY = 'wanted-product'

/** The product that a visitor wanted to add before signing in. Stored for this tab only. */
export interface WantedProduct {
  productId: string
  size?: string | undefined
}

/** Saves the product to add once the visitor has signed in. */
export function saveWanted(wanted: WantedProduct, storage: Storage): void {
  try {
    storage.setItem(KEY, JSON.stringify(wanted))
  } catch {
    console.warn('The wanted product could not be remembered.')
  }
}

/** Returns the saved product and deletes it from the storage, so that it is added only once. */
export function takeWanted(storage: Storage): WantedProduct | undefined {
  const entry = storage.getItem(KEY)
  storage.removeItem(KEY)
  try {
    const wanted: unknown = JSON.parse(entry ?? 'null')
    const isWanted =
      typeof wanted === 'object' && wanted !== null && 'productId' in wanted && typeof wanted.productId === 'string'
    return isWanted ? (wanted as WantedProduct) : undefined
  } catch {
    return undefined
  }
}
