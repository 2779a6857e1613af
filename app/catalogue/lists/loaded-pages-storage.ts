import { readJson, saveText } from '#app/api/device-storage.ts'
import { SCROLL_POSITIONS } from '#app/shell/scroll-positions.ts'

const KEY = 'loaded-pages'
const MAX_VISITS = 30

/** Reads a map of numbers from the tab's session storage; empty if the entry is missing or broken. */
function numbersIn(key: string): Map<string, number> {
  const entries = Object.entries(Object(readJson(sessionStorage, key)) as Record<string, unknown>)
  return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
}

/** The last page that a visit to a list had loaded, also before a reload. */
export const findLoadedPage = (visit: string): number | undefined => numbersIn(KEY).get(visit)

/** Saves for this tab how far a visit to a list has loaded. A full or forbidden storage only causes a warning. */
export function saveLoadedPage(visit: string, page: number): void {
  const pages = numbersIn(KEY)
  pages.delete(visit)
  pages.set(visit, page)
  const newest = Object.fromEntries([...pages].slice(-MAX_VISITS))
  saveText(sessionStorage, KEY, JSON.stringify(newest), 'How far the list was loaded could not be saved.')
}

/** Scrolls to where the visit with this router key was left. Call it once the list is long enough again. */
export function scrollBack(visitKey: string): void {
  const top = numbersIn(SCROLL_POSITIONS).get(visitKey)
  if (top !== undefined) window.scrollTo({ top, behavior: 'instant' })
}
