import type { Db } from '#server/db/database.ts'

import { MAX_OLD_ADDRESSES } from '#contract/catalogue/old-addresses/old-address-limits.ts'
import { lockOldAddresses, planMoves, writeMoves } from '#server/catalogue/old-addresses/make-moves.ts'
import { listLivingPaths } from '#server/catalogue/old-addresses/queries.ts'
import { readOldPath } from '#server/catalogue/old-addresses/read-path.ts'
import type { Move } from '#server/catalogue/old-addresses/with-moves.ts'

export { pathsToTry } from '#server/catalogue/old-addresses/paths-to-try.ts'
export { listAllOldAddresses, stampOfOldAddresses } from '#server/catalogue/old-addresses/queries.ts'

/** Which old addresses lead where, as the cache names it. */
export const OLD_ADDRESSES_TAG = 'old-addresses'

/**
 * For an address that was changed in this shop: the old path leads to the new one from now on, and so does what led to
 * the old one. Call it in the transaction of the change, and outdate `OLD_ADDRESSES_TAG`. Both are paths such as
 * `/pages/size-guide`.
 */
export async function moveAddress(db: Db, from: string, to: string): Promise<void> {
  if (from !== to) await writeMoves(db, planMoves(await lockOldAddresses(db), [{ from, to }], 'change'))
}

/** Paths are read the same whatever the shop's own address is. */
const ANY_ORIGIN = 'http://localhost'

/**
 * For an import: old paths lead to pages of this shop, except those that somebody of the staff has written otherwise,
 * and those that are pages of this shop. Call it in the transaction of the import, and outdate `OLD_ADDRESSES_TAG`.
 * Returns how many found no room, because a shop keeps at most `MAX_OLD_ADDRESSES`.
 */
export async function addImportedAddresses(db: Db, wanted: readonly Move[]): Promise<number> {
  const rows = await lockOldAddresses(db)
  const origins = new Map(rows.map(({ path, origin }) => [path, origin]))
  const moves = new Map<string, Move>()
  for (const { from, to } of wanted) {
    const read = readOldPath(from, ANY_ORIGIN)
    if ('path' in read && read.path !== to && !moves.has(read.path)) moves.set(read.path, { from: read.path, to })
  }
  const living = await listLivingPaths(db, [...moves.keys()])
  const free = [...moves.values()].filter(
    ({ from }) => !living.has(from) && (origins.get(from) ?? 'import') === 'import',
  )
  const [known, fresh] = [free.filter(({ from }) => origins.has(from)), free.filter(({ from }) => !origins.has(from))]
  const fitting = fresh.slice(0, Math.max(0, MAX_OLD_ADDRESSES - rows.length))
  await writeMoves(db, planMoves(rows, [...known, ...fitting], 'import'))
  return fresh.length - fitting.length
}
