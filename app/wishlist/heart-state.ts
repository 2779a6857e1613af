import { useSyncExternalStore } from 'react'

// Which products are saved lives outside of React, so that every heart of a page shows the same. The server knows of
// none: public pages are the same for everyone, and the hearts are filled after hydration.
let saved: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

/** The key of a visitor's wishlist in the storage of the device. */
export const WISHLIST_KEY = 'wishlist'

/** Whether a wishlist is stored on this device rather than in an account. */
export const hasSavedHere = (): boolean => localStorage.getItem(WISHLIST_KEY) !== null

/** Shows exactly these products as saved. */
export function showSaved(ids: Iterable<string>): void {
  saved = new Set(ids)
  for (const listener of listeners) listener()
}

/** Shows one product as saved, or not. */
export function showOne(id: string, isSaved: boolean): void {
  const others = [...saved].filter((one) => one !== id)
  showSaved(isSaved ? [id, ...others] : others)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useIsSaved = (id: string): boolean =>
  useSyncExternalStore(
    subscribe,
    () => saved.has(id),
    () => false,
  )
