import { SCROLL_POSITIONS } from '#app/shell/scroll-positions.ts'

const KEY = 'loaded-pages'
const MAX_VISITS = 30

/** The numbers by name that the tab's storage holds under a key; none where it holds anything else. */
function numbersIn(key: string): Map<string, number> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    const entries = typeof stored === 'object' && stored !== null ? Object.entries(stored) : []
    return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
  } catch {
    return new Map()
  }
}

/** The last page that a visit to a list had loaded, also in an earlier document of this tab. */
export const findLoadedPage = (visit: string): number | undefined => numbersIn(KEY).get(visit)

/** Remembers for this tab how far a visit to a list has loaded. A storage that is full or forbidden is left alone. */
export function saveLoadedPage(visit: string, page: number): void {
  const pages = numbersIn(KEY)
  pages.delete(visit)
  pages.set(visit, page)
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...pages].slice(-MAX_VISITS))))
  } catch {
    console.warn('How far the list was loaded could not be remembered.')
  }
}

/** Scrolls to where the visit with this key of the router was left, once the list is long enough for it again. */
export function scrollBack(visitKey: string): void {
  const top = numbersIn(SCROLL_POSITIONS).get(visitKey)
  if (top !== undefined) window.scrollTo({ top, behavior: 'instant' })
}
