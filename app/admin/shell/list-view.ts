/** The page number in an address; 1 for anything that is none. */
export function pageIn(query: URLSearchParams): number {
  const page = Number(query.get('page'))
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1
}

/** A short text in an address, trimmed; undefined where there is none. */
export function wordsIn(query: URLSearchParams, name: string): string | undefined {
  return query.get(name)?.trim().slice(0, 100) || undefined
}

/** The one of `choices` that an address names; undefined for anything else. */
export function choiceIn<Choice extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  return choices.find((choice) => choice === query.get(name))
}

/** The address of a list with what is chosen in it; page 1 and whatever is not chosen are left out. */
export function listAddress(path: string, { page, ...chosen }: Record<string, string | number | undefined>): string {
  const entries = Object.entries({ ...chosen, ...(Number(page) > 1 && { page }) }).filter(
    (entry): entry is [string, string | number] => entry[1] !== undefined && entry[1] !== '',
  )
  const query = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  return query.size > 0 ? `${path}?${query}` : path
}
