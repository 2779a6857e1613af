import { saveText } from '#app/api/device-storage.ts'

// A storage event reaches the other tabs only. A channel would keep pages out of the browser's back/forward cache.
const KEY = 'cart-changed'

/** Tells the shop's other tabs of this browser that the cart has changed. */
export function tellOtherTabs(): void {
  saveText(localStorage, KEY, String(Date.now()), 'Other tabs could not be told of the cart.')
}

/**
 * Calls the listener when another tab has changed the cart, and when this tab is looked at again, since another device
 * may have. Returns the function that unsubscribes.
 */
export function onOtherTab(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY) listener()
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible') listener()
  }
  window.addEventListener('storage', onStorage)
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    window.removeEventListener('storage', onStorage)
    document.removeEventListener('visibilitychange', onVisible)
  }
}
