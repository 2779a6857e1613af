/** An address that leads elsewhere from now on; both are paths in the one spelling. */
export interface Move {
  from: string
  to: string
}

const pathOf = (address: string) => address.split('?', 1)[0] ?? address

/**
 * Where old addresses lead once these moves have been made, in turn. What led to a moved address leads on to its new
 * one at once, so that nothing leads on twice. `looping` are the moves that would lead back to themselves; they are
 * left out.
 */
export function withMoves(
  known: ReadonlyMap<string, string>,
  moves: readonly Move[],
): { after: Map<string, string>; looping: Move[] } {
  const after = new Map(known)
  const looping: Move[] = []
  /**
   * Where an address leads in the end. All that was passed leads there at once from then on, so that no step is taken
   * twice.
   */
  function endOf(address: string): string {
    const passed: string[] = []
    let end = address
    for (let next = after.get(pathOf(end)); next !== undefined; next = after.get(pathOf(end))) {
      passed.push(pathOf(end))
      end = next
    }
    for (const path of passed) after.set(path, end)
    return end
  }
  for (const move of moves) {
    const to = endOf(move.to)
    if (pathOf(to) === move.from) looping.push(move)
    else after.set(move.from, to)
  }
  for (const path of after.keys()) endOf(path)
  return { after, looping }
}
