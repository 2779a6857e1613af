/** Replaces what the database cannot store as text or JSON: NUL, and half of a surrogate pair. */
export const storable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

/**
 * JSON text with the same values, each of which can be stored. An outside system would repeat what is refused, and stop
 * in the end.
 */
export function storableJson(json: string): string {
  return JSON.stringify(JSON.parse(json), (_key, value: unknown) => {
    if (typeof value === 'string') return storable(value)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [storable(key), part as unknown]))
  })
}
