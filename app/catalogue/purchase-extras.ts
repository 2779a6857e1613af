import { readJson, saveText } from '#app/api/device-storage.ts'
import type { SizeStock } from '#contract/catalogue.ts'

// What the purchase box needs only after the first view. It is loaded then.

const KEY = 'sizes'
/** A person wears a handful of sizes: of shirts, of trousers, of shoes. */
const MAX_SIZES = 8

function savedSizes(storage: Storage): unknown[] {
  const value = readJson(storage, KEY)
  return Array.isArray(value) ? value : []
}

const isIn = (sizes: readonly SizeStock[], one: unknown) => sizes.some(({ size }) => size === one)

/** Saves the size that was chosen last on this device, in place of the others that the product comes in. */
export function saveSize(chosen: string, sizes: readonly SizeStock[], storage: Storage): void {
  const others = savedSizes(storage).filter((one) => !isIn(sizes, one))
  saveText(storage, KEY, JSON.stringify([chosen, ...others].slice(0, MAX_SIZES)), 'The size could not be saved.')
}

/** The size that was chosen last of those that the product comes in; undefined where it is sold out. */
export function rememberedSize(sizes: readonly SizeStock[], storage: Storage): string | undefined {
  const last = savedSizes(storage).find((one) => isIn(sizes, one))
  return sizes.find(({ size, stock }) => size === last && stock > 0)?.size
}

/** '30 Nov – 4 Dec': when what is ordered now is estimated to arrive. By the browser's clock, because pages are cached. */
export function arrivalText(now: Date, deliveryDays: readonly number[]): string {
  const dayMs = 86_400_000
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', day: 'numeric', month: 'short' })
  return deliveryDays.map((days) => day.format(now.getTime() + days * dayMs)).join(' – ')
}

/** Tells on a phone when the element is scrolled out at the top of the window, and when it is back. */
export function watchPassed(place: Element, tell: (isPassed: boolean) => void): () => void {
  // What lies below the window counts as visible, so that a jump from above to below is noticed.
  const watch = new IntersectionObserver(
    ([entry]) => tell(entry?.isIntersecting === false && matchMedia('(width < 48rem)').matches),
    { rootMargin: '0px 0px 99999px' },
  )
  watch.observe(place)
  return () => watch.disconnect()
}
export { StockMailButton } from '#app/wishlist/stock-mail-button.tsx'
