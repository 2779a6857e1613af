import { readJson, saveText } from '#app/api/device-storage.ts'

const KEY = 'wanted-product'

/** The product that a visitor wanted to add, or to be told about, before signing in. Stored for this tab only. */
export interface WantedProduct {
  productId: string
  size?: string | undefined
  /** The visitor wants a mail when it is back in stock; otherwise to add it to the cart. */
  wantsMail?: true | undefined
}

/** Saves the product to add once the visitor has signed in. */
export function saveWanted(wanted: WantedProduct, storage: Storage): void {
  saveText(storage, KEY, JSON.stringify(wanted), 'The wanted product could not be saved.')
}

/** The saved product. */
export function findWanted(storage: Storage): WantedProduct | undefined {
  const wanted = Object(readJson(storage, KEY)) as Partial<WantedProduct>
  return typeof wanted.productId === 'string' ? (wanted as WantedProduct) : undefined
}

/** Returns the saved product and deletes it from the storage, so that it is added only once. */
export function takeWanted(storage: Storage): WantedProduct | undefined {
  const wanted = findWanted(storage)
  storage.removeItem(KEY)
  return wanted
}
