/** An address that leads elsewhere from now on; both are paths in the one spelling. */
export interface Move {
  from: string
  to: string
}

const pathOf = (address: string) => address.split('?', 1)[0] ?? address

/** Where an address leads in the end. */
const endOf = (known: ReadonlyMap<string, string>, address: string) => known.get(pathOf(address)) ?? address

/**
 * Where old addresses lead once these moves have been made, in turn. What led to a moved address leads on to its new one at once, so that
 * nothing leads on twice. `looping` are the moves that would lead back to themselves; they are left out.
 */
export function withMoves(
  known: ReadonlyMap<string, string>,
  moves: readonly Move[],
): { after: Map<string, string>; looping: Move[] } {
  const after = new Map(known)
  const looping: Move[] = []
  const leadingTo = new Map<string, Set<string>>()
  const note = (path: string, to: string) => {
    const target = pathOf(to)
    const paths = leadingTo.get(target)
    if (paths) paths.add(path)
    else leadingTo.set(target, new Set([path]))
  }
  for (const [path, to] of known) note(path, to)
  for (const move of moves) {
    const to = endOf(after, move.to)
    if (pathOf(to) === move.from) {
      looping.push(move)
      continue
    }
    const before = after.get(move.from)
    if (before !== undefined) leadingTo.get(pathOf(before))?.delete(move.from)
    for (const path of leadingTo.get(move.from) ?? []) {
      after.set(path, to)
      note(path, to)
    }
    leadingTo.delete(move.from)
    after.set(move.from, to)
    note(move.from, to)
  }
  return { after, looping }
}
