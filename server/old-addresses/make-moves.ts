import type { OldAddressOrigin } from '#contract/old-addresses/old-address-limits.ts'
import type { Db } from '#server/db/database.ts'

import { MAX_OLD_ADDRESSES } from '#contract/old-addresses/old-address-limits.ts'
import { lockName } from '#server/db/lock-name.ts'
import { conflict } from '#server/errors.ts'
import { deleteOldPaths, listAllOldAddresses, upsertOldAddresses } from '#server/old-addresses/queries.ts'
import { withMoves, type Move } from '#server/old-addresses/with-moves.ts'

const tooMany = () => conflict(`A shop keeps at most ${MAX_OLD_ADDRESSES} old addresses. Please delete some first.`)

/**
 * Makes these moves and writes what changes by them. Call it inside a transaction. Throws a conflict (409) for more old addresses than a
 * shop keeps. Returns the moves that would lead back to themselves, which are left out.
 */
export async function makeMoves(db: Db, moves: readonly Move[], origin: OldAddressOrigin): Promise<Move[]> {
  await lockName(db, 'old addresses')
  const rows = await listAllOldAddresses(db)
  const known = new Map(rows.map(({ path, newPath }) => [path, newPath]))
  const origins = new Map(rows.map((row) => [row.path, row.origin]))
  // A path that leads somewhere because it was changed here is living again as soon as something is moved there.
  const arrivals = origin === 'change' ? moves.map(({ to }) => to).filter((path) => known.delete(path)) : []
  const { after, looping } = withMoves(known, moves)
  if (after.size > MAX_OLD_ADDRESSES) throw tooMany()
  const moved = new Set(moves.map(({ from }) => from))
  const written = [...after].filter(([path, newPath]) => known.get(path) !== newPath)
  if (arrivals.length > 0) await deleteOldPaths(db, arrivals)
  if (written.length > 0) {
    const originOf = (path: string) => (moved.has(path) ? origin : (origins.get(path) ?? origin))
    await upsertOldAddresses(
      db,
      written.map(([path, newPath]) => ({ path, newPath, origin: originOf(path) })),
    )
  }
  return looping
}
