import type { Db } from '#server/db/database.ts'

import { MAX_OLD_ADDRESSES } from '#contract/old-addresses/old-address-limits.ts'
import { makeMoves } from '#server/old-addresses/make-moves.ts'
import { listAllOldAddresses, listLivingPaths } from '#server/old-addresses/queries.ts'
import { readOldPath } from '#server/old-addresses/read-path.ts'
import type { Move } from '#server/old-addresses/with-moves.ts'

export { pathsToTry } from '#server/old-addresses/paths-to-try.ts'
export { listAllOldAddresses, stampOfOldAddresses } from '#server/old-addresses/queries.ts'

/** Which old addresses lead where, as the cache names it. */
export const OLD_ADDRESSES_TAG = 'old-addresses'

/**
 * For an address that was changed in this shop: the old path leads to the new one from now on, and so does what led to the old one. Call
 * it in the transaction of the change, and outdate `OLD_ADDRESSES_TAG`. Both are paths such as `/pages/size-guide`.
 */
export async function moveAddress(db: Db, from: string, to: string): Promise<void> {
  if (from !== to) await makeMoves(db, [{ from, to }], 'change')
}

/** Paths are read the same whatever the shop's own address is. */
const ANY_ORIGIN = 'http://localhost'

/**
 * For an import: old paths lead to pages of this shop, except those that somebody of the staff has written otherwise, and those that are
 * pages of this shop. Call it in the transaction of the import.
 */
export async function addImportedAddresses(db: Db, wanted: readonly Move[]): Promise<void> {
  const readMoves = wanted.flatMap(({ from, to }) => {
    const read = readOldPath(from, ANY_ORIGIN)
    return 'path' in read && read.path !== to ? [{ from: read.path, to }] : []
  })
  const paths = readMoves.map(({ from }) => from)
  const living = await listLivingPaths(db, paths)
  const rows = await listAllOldAddresses(db)
  const kept = new Set(rows.filter(({ origin }) => origin !== 'import').map(({ path }) => path))
  const moves = readMoves.filter(({ from }) => !living.has(from) && !kept.has(from))
  const room = MAX_OLD_ADDRESSES - rows.length
  await makeMoves(db, moves.slice(0, Math.max(0, room)), 'import')
}
