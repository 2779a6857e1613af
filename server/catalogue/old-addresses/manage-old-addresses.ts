import type { OldAddress, OldAddressInput } from '#contract/catalogue/old-addresses/old-addresses.ts'
import type { Db } from '#server/db/database.ts'

import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { newId } from '#server/db/new-id.ts'
import { mapPage, windowOf, type ListPage } from '#server/db/pagination.ts'
import { conflict, invalidField, notFound } from '#server/errors.ts'
import { lockOldAddresses, lockTable, planMoves, writeMoves } from '#server/catalogue/old-addresses/make-moves.ts'
import {
  deleteOldPaths,
  findOldAddress,
  listLivingPaths,
  listOldAddressRows,
  type KnownAddress,
  type OldAddressRow,
} from '#server/catalogue/old-addresses/queries.ts'
import {
  livingFault,
  loopFault,
  readable,
  readNewPath,
  readOldPath,
  type ReadPath,
} from '#server/catalogue/old-addresses/read-path.ts'
import type { Move } from '#server/catalogue/old-addresses/with-moves.ts'

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

const pathIn = (field: 'path' | 'newPath', read: ReadPath): string => {
  if ('fault' in read) throw invalidField(field, read.fault)
  return read.path
}

const moveIn = ({ path, newPath }: OldAddressInput, origin: string): Move => ({
  from: pathIn('path', readOldPath(path, origin)),
  to: pathIn('newPath', readNewPath(newPath, origin)),
})

/** Writes one old address under this id, beside the others that there are. */
async function writeOne(
  db: Db,
  others: readonly KnownAddress[],
  { id, from, to }: Move & { id: string },
): Promise<OldAddress> {
  const known = others.find(({ path }) => path === from)
  if (known) throw conflict(`${readable(from)} leads to ${readable(known.newPath)} already.`)
  if ((await listLivingPaths(db, [from])).has(from)) throw invalidField('path', livingFault(from))
  const planned = planMoves(others, [{ from, to }], 'staff')
  if (planned.looping.length > 0) throw invalidField('newPath', loopFault(from))
  const written = planned.written.map((each) => (each.path === from ? { ...each, id } : each))
  await writeMoves(db, { ...planned, written })
  const row = await findOldAddress(db, id)
  if (!row) throw new Error('a written old address is found')
  return present(row)
}

/**
 * Adds an old address. Throws invalid (400) for one that is a page of this shop, that would lead back to itself or to
 * another site, and a conflict (409) where it leads somewhere already.
 */
export async function addOldAddress(
  db: Db,
  actorId: string,
  input: OldAddressInput,
  origin: string,
): Promise<OldAddress> {
  const after = moveIn(input, origin)
  return inTransaction(db, async (db) => {
    const added = await writeOne(db, await lockOldAddresses(db), { ...after, id: newId() })
    await recordChange(db, actorId, 'add old address', ['address', added._id], { after })
    return added
  })
}

/**
 * Changes an old address, which keeps its id; may be repeated. Throws not-found (404), and what `addOldAddress` throws.
 */
export async function changeOldAddress(
  db: Db,
  { actorId, id }: { actorId: string; id: string },
  input: OldAddressInput,
  origin: string,
): Promise<OldAddress> {
  const after = moveIn(input, origin)
  return inTransaction(db, async (db) => {
    const rows = await lockOldAddresses(db)
    const row = await findOldAddress(db, id)
    if (!row) throw notFound('Old address')
    const before: Move = { from: row.path, to: row.newPath }
    if (before.from === after.from && before.to === after.to) return present(row)
    await deleteOldPaths(db, [row.path])
    const others = rows.filter((each) => each.id !== id)
    const changed = await writeOne(db, others, { ...after, id })
    await recordChange(db, actorId, 'change old address', ['address', id], { before, after })
    return changed
  })
}

/** Deletes an old address; throws not-found (404). */
export async function deleteOldAddress(db: Db, actorId: string, id: string): Promise<void> {
  await inTransaction(db, async (db) => {
    await lockTable(db)
    const row = await findOldAddress(db, id)
    if (!row) throw notFound('Old address')
    await deleteOldPaths(db, [row.path])
    await recordChange(db, actorId, 'delete old address', ['address', id], {
      before: { from: row.path, to: row.newPath },
    })
  })
}
