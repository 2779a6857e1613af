/** Where the pieces of a size lie, as it is written on the shelf: A-03-2. Several sizes may share one. */
export const STORAGE_PLACE = { label: 'Place on the shelf', word: 'place', max: 20 } as const

const ORDER = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/**
 * Compares places by their numbers, as people walk along them: A-2 comes before A-10. Whatever has no place comes last.
 */
export function compareStoragePlaces(one: string | null, other: string | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return ORDER.compare(one, other)
}
