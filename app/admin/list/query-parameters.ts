/** The page number in an address; 1 for anything that is not a page number. */
export function pageIn(query: URLSearchParams): number {
  const page = Number(query.get('page'))
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}

/** A text in an address, trimmed and cut to 100 characters; undefined if it is empty. */
export function wordsIn(query: URLSearchParams, name: string): string | undefined {
  return query.get(name)?.trim().slice(0, 100) || undefined
}

/** A day in an address, as in 2026-11-22; undefined for anything else. */
export function dayIn(query: URLSearchParams, name: string): string | undefined {
  const day = query.get(name) ?? ''
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && day >= '1970-01-01'
  return isDay && new Date(day).toJSON()?.startsWith(day) ? day : undefined
}

/** A value in an address that must be one of `choices`; undefined for anything else. */
export function choiceIn<Choice extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  return choices.find((choice) => choice === query.get(name))
}

/** The address of a list. Page 1, undefined and empty values are left out. */
export function listAddress(path: string, { page, ...chosen }: Record<string, string | number | undefined>): string {
  const entries = Object.entries({ ...chosen, ...(Number(page) > 1 && { page }) }).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined && entry[1] !== '',
  )
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  return query.size > 0 ? `${path}?${query}` : path
}
