/** The list with the entry at `from` moved to the place `to`. */
export function moveInList<Entry>(entries: readonly Entry[], from: number, to: number): Entry[] {
  const next = [...entries]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}
