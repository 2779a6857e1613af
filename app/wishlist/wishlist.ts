import { isHinted } from '#app/account/signed-in-hint.ts'
import { showOne, showSaved, WISHLIST_KEY } from '#app/wishlist/heart-state.ts'
import { browserApi } from '#app/api/browser-api.ts'
import { createQueue } from '#app/api/call-queue.ts'
import { readJson } from '#app/api/device-storage.ts'
import { toastFailure } from '#app/ui/toast.tsx'
import { messageOf } from '#contract/words/error-message.ts'
import { isShopError } from '#contract/api/errors.ts'
import { isPrice, paidPrice } from '#contract/units/money.ts'
import type { WishlistEntry } from '#contract/cart/wishlist.ts'
import { MAX_WISHLIST_PRODUCTS } from '#contract/cart/wishlist-limits.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/** What a heart needs to know of a product. */
export interface Savable {
  _id: string
  name: string
  price: number
  discountedPrice?: number | undefined
}

type SavedHere = Omit<WishlistEntry, 'product'>

const FULL = `A wishlist holds at most ${MAX_WISHLIST_PRODUCTS} products.`

const isSavedHere = (value: unknown): value is SavedHere => {
  const { productId, name, price, savedAt } = Object(value) as Partial<SavedHere>
  return (
    [productId, name, savedAt].every((text) => typeof text === 'string') && typeof price === 'number' && isPrice(price)
  )
}

/** What a visitor has saved on this device, the last saved first. */
function listSavedHere(): SavedHere[] {
  const value = readJson(localStorage, WISHLIST_KEY)
  return Array.isArray(value) ? value.filter(isSavedHere).slice(0, MAX_WISHLIST_PRODUCTS) : []
}

const isSignedOut = (error: unknown) => isShopError(error) && error.code === 'unauthenticated'

function storeHere({ _id, name, ...prices }: Savable, isSaved: boolean): string[] {
  const others = listSavedHere().filter(({ productId }) => productId !== _id)
  if (isSaved && others.length >= MAX_WISHLIST_PRODUCTS) throw new Error(FULL)
  const entry = { productId: _id, name, price: paidPrice(prices), savedAt: new Date().toISOString() }
  const entries = isSaved ? [entry, ...others] : others
  localStorage.setItem(WISHLIST_KEY, JSON.stringify(entries))
  return entries.map(({ productId }) => productId)
}

const idsHere = () => listSavedHere().map(({ productId }) => productId)

/** The ids that the account's wishlist holds; after a sign-out those on this device. */
const answeredIds = ({ productIds }: { productIds: string[] }) => (isHinted('customer') ? productIds : idsHere())

async function storeAnywhere(product: Savable, isSaved: boolean): Promise<string[]> {
  if (!isHinted('customer')) return storeHere(product, isSaved)
  try {
    const call = isSaved ? browserApi.saveProduct : browserApi.unsaveProduct
    return answeredIds(await call(product._id))
  } catch (error) {
    if (!isSignedOut(error)) throw error
    return storeHere(product, isSaved)
  }
}

const enqueue = createQueue()

/** Stores that a product is saved, or not, in the account or on this device. After a failure the heart is as before. */
export function store(product: Savable, isSaved: boolean): void {
  void enqueue(async (isLast) => {
    try {
      const ids = await storeAnywhere(product, isSaved)
      if (isLast()) showSaved(ids)
    } catch (error) {
      if (isLast()) showOne(product._id, !isSaved)
      toastFailure(error, error instanceof Error && error.message === FULL ? FULL : WORDINGS.fallback)
    }
  })
}

async function joinAccount(): Promise<string[]> {
  const here = listSavedHere()
  // The customer has signed out before the code came.
  if (!isHinted('customer')) return idsHere()
  const answer = await browserApi.joinWishlist(here.map(({ productId, price }) => ({ productId, price })))
  localStorage.removeItem(WISHLIST_KEY)
  return answeredIds(answer)
}

/** Fills the hearts. What was saved on this device joins the account of a customer who is signed in. */
export function load(isSignedIn: boolean): Promise<void> {
  return enqueue(async (isLast) => {
    try {
      const ids = isSignedIn ? await joinAccount() : idsHere()
      if (isLast()) showSaved(ids)
    } catch (error) {
      console.warn(`The wishlist could not be loaded: ${messageOf(error, WORDINGS.fallback)}`)
    }
  })
}

/** The wishlist of this device with the products as they are now. */
export async function listVisitorEntries(): Promise<WishlistEntry[]> {
  const here = listSavedHere()
  if (here.length === 0) return []
  const { products } = await browserApi.listSavedProducts(here.map(({ productId }) => productId))
  const byId = new Map(products.map((product) => [product._id, product]))
  return here.map((entry) => {
    const product = byId.get(entry.productId)
    return { ...entry, ...(product && { product }) }
  })
}
