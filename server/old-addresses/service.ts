import type { OldAddressOrigin } from '#contract/old-addresses/old-address-limits.ts'
import type { OldAddress, OldAddressesImported, OldAddressInput } from '#contract/old-addresses/old-addresses.ts'
import type { Db } from '#server/db/database.ts'

import { MAX_OLD_ADDRESSES } from '#contract/old-addresses/old-address-limits.ts'
import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { lockName } from '#server/db/lock-name.ts'
import { mapPage, windowOf, type ListPage } from '#server/db/pagination.ts'
import { conflict, invalidField, notFound } from '#server/errors.ts'
import {
  deleteOldPaths,
  findOldAddress,
  listAllOldAddresses,
  listLivingPaths,
  listOldAddressRows,
  upsertOldAddresses,
  type OldAddressRow,
} from '#server/old-addresses/queries.ts'
import { readable, readNewPath, readOldPath, type ReadPath } from '#server/old-addresses/read-path.ts'
import { withMoves, type Move } from '#server/old-addresses/with-moves.ts'

export { pathsToTry } from '#server/old-addresses/paths-to-try.ts'
export { listAllOldAddresses, stampOfOldAddresses } from '#server/old-addresses/queries.ts'

/** Which old addresses lead where, as the cache names it. */
export const OLD_ADDRESSES_TAG = 'old-addresses'

const present = ({ id, path, newPath, origin, changedAt }: OldAddressRow): OldAddress => ({
  _id: id,
  path: readable(path),
  newPath: readable(newPath),
  origin,
  changedAt: changedAt.toISOString(),
})

/** The old addresses, the newest first, or those that a search finds. */
export async function listOldAddresses(
  db: Db,
  { page, limit, search }: { page?: number | undefined; limit?: number | undefined; search?: string | undefined },
): Promise<ListPage<OldAddress>> {
  return mapPage(await listOldAddressRows(db, { ...windowOf({ page, limit }), search }), present)
}

const tooMany = () => conflict(`A shop keeps at most ${MAX_OLD_ADDRESSES} old addresses. Please delete some first.`)

/**
 * Makes these moves and writes what changes by them. Call it inside a transaction. Throws a conflict (409) for more old addresses than a
 * shop keeps. Returns the moves that would lead back to themselves, which are left out.
 */
async function makeMoves(db: Db, moves: readonly Move[], origin: OldAddressOrigin): Promise<Move[]> {
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

const pathIn = (field: 'path' | 'newPath', read: ReadPath): string => {
  if ('fault' in read) throw invalidField(field, read.fault)
  return read.path
}

/** Why an old address cannot lead there, as a sentence. */
const livingFault = (path: string) => `${readable(path)} is a page of this shop, so it is no old address.`
const loopFault = (path: string) => `${readable(path)} would lead back to itself.`

async function writeOne(db: Db, { from, to }: Move): Promise<OldAddress> {
  if ((await listLivingPaths(db, [from])).has(from)) throw invalidField('path', livingFault(from))
  if ((await makeMoves(db, [{ from, to }], 'staff')).length > 0) throw invalidField('newPath', loopFault(from))
  const { items } = await listOldAddressRows(db, { limit: 1, offset: 0 })
  const [row] = items
  if (!row) throw new Error('a written old address is listed')
  return present(row)
}

/**
 * Adds an old address. Throws invalid (400) for one that is a page of this shop, that would lead back to itself or to another site, and a
 * conflict (409) where it leads somewhere already.
 */
export async function addOldAddress(
  db: Db,
  actorId: string,
  { path, newPath }: OldAddressInput,
  origin: string,
): Promise<OldAddress> {
  const from = pathIn('path', readOldPath(path, origin))
  const to = pathIn('newPath', readNewPath(newPath, origin))
  return inTransaction(db, async (db) => {
    await lockName(db, 'old addresses')
    const known = (await listAllOldAddresses(db)).find((each) => each.path === from)
    if (known) throw conflict(`${readable(from)} leads to ${readable(known.newPath)} already.`)
    const added = await writeOne(db, { from, to })
    await recordChange(db, actorId, 'add old address', ['address', added._id], { after: { from, to } })
    return added
  })
}

/** Changes an old address. Throws not-found (404), and what `addOldAddress` throws. */
export async function changeOldAddress(
  db: Db,
  { actorId, id }: { actorId: string; id: string },
  { path, newPath }: OldAddressInput,
  origin: string,
): Promise<OldAddress> {
  const from = pathIn('path', readOldPath(path, origin))
  const to = pathIn('newPath', readNewPath(newPath, origin))
  return inTransaction(db, async (db) => {
    await lockName(db, 'old addresses')
    const before = await findOldAddress(db, id)
    if (!before) throw notFound('Old address')
    const known = (await listAllOldAddresses(db)).find((each) => each.path === from && each.id !== id)
    if (known) throw conflict(`${readable(from)} leads to ${readable(known.newPath)} already.`)
    await deleteOldPaths(db, [before.path])
    const changed = await writeOne(db, { from, to })
    await recordChange(db, actorId, 'change old address', ['address', changed._id], {
      before: { from: before.path, to: before.newPath },
      after: { from, to },
    })
    return changed
  })
}

/** Deletes an old address; throws not-found (404). */
export async function deleteOldAddress(db: Db, actorId: string, id: string): Promise<void> {
  await inTransaction(db, async (db) => {
    const row = await findOldAddress(db, id)
    if (!row) throw notFound('Old address')
    await deleteOldPaths(db, [row.path])
    await recordChange(db, actorId, 'delete old address', ['address', id], {
      before: { from: row.path, to: row.newPath },
    })
  })
}

/** A line of a sheet of old addresses. */
export interface AddressLine {
  line: number
  from: string
  to: string
}

/** Writes the lines of a sheet that can be read, in place of what these paths led to before. The others are told, each with its reason. */
export async function importOldAddresses(
  db: Db,
  actorId: string,
  lines: readonly AddressLine[],
  origin: string,
): Promise<OldAddressesImported> {
  const rejected: OldAddressesImported['rejected'] = []
  const moves = new Map<string, Move & { line: number }>()
  for (const { line, from: typed, to: typedNew } of lines) {
    const [from, to] = [readOldPath(typed, origin), readNewPath(typedNew, origin)]
    if ('fault' in from || 'fault' in to) {
      rejected.push({ line, reason: 'fault' in from ? from.fault : 'fault' in to ? to.fault : '' })
    } else if (moves.has(from.path)) {
      rejected.push({ line, reason: `It repeats line ${moves.get(from.path)?.line}: the same old address.` })
    } else moves.set(from.path, { line, from: from.path, to: to.path })
  }
  return inTransaction(db, async (db) => {
    const refused = [...rejected]
    const living = await listLivingPaths(db, [...moves.keys()])
    const wanted = [...moves.values()].filter(({ line, from }) => {
      if (living.has(from)) refused.push({ line, reason: livingFault(from) })
      return !living.has(from)
    })
    const looping = new Set((await makeMoves(db, wanted, 'staff')).map(({ from }) => from))
    for (const { line, from } of wanted) if (looping.has(from)) refused.push({ line, reason: loopFault(from) })
    const added = wanted.length - looping.size
    await recordChange(db, actorId, 'import old addresses', ['address', 'sheet'], { after: { added } })
    const message = `${added === 1 ? '1 old address' : `${added} old addresses`} imported.`
    return { message, added, rejected: refused.toSorted((a, b) => a.line - b.line) }
  })
}
