import type { OldAddressLine } from '#contract/catalogue/old-addresses/old-address-csv.ts'
import type { KnownAddress } from '#server/catalogue/old-addresses/queries.ts'
import type { Move } from '#server/catalogue/old-addresses/with-moves.ts'

import { takeTurns } from '#server/turns.ts'
import { planMoves, type PlannedMoves } from '#server/catalogue/old-addresses/make-moves.ts'
import {
  livingFault,
  loopFault,
  readable,
  readNewPath,
  readOldPath,
} from '#server/catalogue/old-addresses/read-path.ts'

/** A line of the sheet that can be used. */
type LineMove = Move & { line: number }

/** The lines of a sheet: those that can be used, each old address once, and what is said of the others. */
interface ReadSheet {
  moves: LineMove[]
  left: OldAddressLine[]
}

/** What a sheet does to the old addresses. */
export interface Plan extends PlannedMoves {
  lines: OldAddressLine[]
  unchanged: number
}

const MAX_SHOWN = 200

const left = (
  status: 'repeated' | 'rejected',
  { line, path }: { line: number; path: string },
  reason: string,
): OldAddressLine => ({ status, line, path: path.slice(0, MAX_SHOWN), changes: [], reasons: [{ line, reason }] })

/** Reads the lines of a sheet. Others have a turn while there are many. */
export async function readLines(
  lines: readonly { line: number; path: string; newPath: string }[],
  origin: string,
): Promise<ReadSheet> {
  const pause = takeTurns()
  const moves = new Map<string, LineMove>()
  const others: OldAddressLine[] = []
  for (const { line, path, newPath } of lines) {
    await pause()
    const [from, to] = [readOldPath(path, origin), readNewPath(newPath, origin)]
    const earlier = 'path' in from ? moves.get(from.path) : undefined
    if ('fault' in from) others.push(left('rejected', { line, path }, from.fault))
    else if ('fault' in to) others.push(left('rejected', { line, path }, to.fault))
    else if (!earlier) moves.set(from.path, { line, from: from.path, to: to.path })
    else if (earlier.to === to.path) {
      others.push(left('repeated', { line, path }, `It says again what line ${earlier.line} says.`))
    } else {
      others.push(left('rejected', { line, path }, `It repeats line ${earlier.line}: the same old address.`))
    }
  }
  return { moves: [...moves.values()], left: others }
}

const written = (
  path: string,
  { line, from, to }: { line: number | null; from: string | undefined; to: string },
): OldAddressLine => ({
  status: from === undefined ? 'new' : 'changed',
  line,
  path: readable(path),
  changes: [{ what: 'leads to', from: from === undefined ? 'nothing' : readable(from), to: readable(to) }],
  reasons: [],
})

const byLine = (one: OldAddressLine, other: OldAddressLine) => (one.line ?? 0) - (other.line ?? 0)

/**
 * Decides what a sheet makes of the old addresses. `living` are those of its paths that the shop has a page for. What
 * is rejected leaves the table as it is. Throws a conflict (409) for more old addresses than a shop keeps.
 */
export async function planImport(
  sheet: ReadSheet,
  rows: readonly KnownAddress[],
  living: ReadonlySet<string>,
): Promise<Plan> {
  const usable = sheet.moves.filter(({ from }) => !living.has(from))
  const pause = takeTurns()
  const planned = planMoves(rows, usable, 'staff')
  const looping = new Set(planned.looping.map(({ from }) => from))
  const refused = sheet.moves.flatMap(({ line, from }) => {
    const fault = living.has(from) ? livingFault(from) : looping.has(from) ? loopFault(from) : undefined
    return fault === undefined ? [] : [left('rejected', { line, path: readable(from) }, fault)]
  })
  const known = new Map(rows.map(({ path, newPath }) => [path, newPath]))
  const lineOf = new Map(usable.map(({ line, from }) => [from, line]))
  const changes: OldAddressLine[] = []
  for (const { path, newPath } of planned.written) {
    await pause()
    changes.push(written(path, { line: lineOf.get(path) ?? null, from: known.get(path), to: newPath }))
  }
  const ofLines = changes.filter(({ line }) => line !== null)
  return {
    ...planned,
    unchanged: usable.length - looping.size - ofLines.length,
    lines: [
      ...[...sheet.left.filter(({ status }) => status === 'rejected'), ...refused].toSorted(byLine),
      ...ofLines.toSorted(byLine),
      ...changes.filter(({ line }) => line === null),
      ...sheet.left.filter(({ status }) => status === 'repeated'),
    ],
  }
}
