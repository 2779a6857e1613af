import { SEARCHES_KEY } from '#app/account/personal-storage.ts'
import { readJson, saveText } from '#app/api/device-storage.ts'

const MOST_SEARCHES = 4

/** What was searched for on this device, the newest first. */
export function recentSearches(storage: Storage): string[] {
  const value = readJson(storage, SEARCHES_KEY)
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, MOST_SEARCHES) : []
}

/** Saves a search as the newest one. A full storage only causes a warning. */
export function saveSearch(typed: string, storage: Storage): void {
  const search = typed.trim()
  if (search === '') return
  const others = recentSearches(storage).filter((one) => one.toLowerCase() !== search.toLowerCase())
  const newest = JSON.stringify([search, ...others].slice(0, MOST_SEARCHES))
  saveText(storage, SEARCHES_KEY, newest, 'The search could not be saved.')
}
