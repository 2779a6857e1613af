import type { OldAddressOrigin } from '#contract/catalogue/old-addresses/old-address-limits.ts'
import type { Db } from '#server/db/database.ts'

import { MAX_OLD_ADDRESSES } from '#contract/catalogue/old-addresses/old-address-limits.ts'
import { lockName } from '#server/db/lock-name.ts'
import { conflict } from '#server/errors.ts'
import {
  deleteOldPaths,
  listAllOldAddresses,
  upsertOldAddresses,
  type KnownAddress,
  type WrittenAddress,
} from '#server/catalogue/old-addresses/queries.ts'
import { withMoves, type Move } from '#server/catalogue/old-addresses/with-moves.ts'

const tooMany = () => conflict(`A shop keeps at most ${MAX_OLD_ADDRESSES} old addresses. Please delete some first.`)

/** What moves change in the table. */
export interface PlannedMoves {
  /** Where these paths lead from then on. */
  written: WrittenAddress[]
  /** Paths that lead nowhere from then on. */
  deleted: string[]
  /** The moves that would lead back to themselves, which are left out. */
  looping: Move[]
}

/** Nobody else changes an old address until the transaction ends. */
export const lockTable = (db: Db): Promise<void> => lockName(db, 'old addresses')

/** All old addresses, once the table is locked. */
export async function lockOldAddresses(db: Db): Promise<KnownAddress[]> {
  await lockTable(db)
  return listAllOldAddresses(db)
}

/** What these moves make of the old addresses. Throws a conflict (409) for more than a shop keeps. */
export function planMoves(
  rows: readonly KnownAddress[],
  moves: readonly Move[],
  origin: OldAddressOrigin,
): PlannedMoves {
  const known = new Map(rows.map(({ path, newPath }) => [path, newPath]))
  const origins = new Map(rows.map((row) => [row.path, row.origin]))
  // A path that leads somewhere because it was changed here is living again as soon as something is moved there.
  const deleted = origin === 'change' ? moves.map(({ to }) => to).filter((path) => known.delete(path)) : []
  const { after, looping } = withMoves(known, moves)
  if (after.size > MAX_OLD_ADDRESSES) throw tooMany()
  const moved = new Set(moves.map(({ from }) => from))
  const originOf = (path: string) => (moved.has(path) ? origin : (origins.get(path) ?? origin))
  const written = [...after].flatMap(([path, newPath]) =>
    known.get(path) === newPath ? [] : [{ path, newPath, origin: originOf(path) }],
  )
  return { written, deleted, looping }
}

/** Writes what was planned. The table must be locked, and still be what the plan is made from. */
export async function writeMoves(db: Db, { written, deleted }: PlannedMoves): Promise<void> {
  if (deleted.length > 0) await deleteOldPaths(db, deleted)
  if (written.length > 0) await upsertOldAddresses(db, written)
}
