import type { OldAddress, OldAddressesImported, OldAddressInput } from '#contract/old-addresses/old-addresses.ts'
import type { Db } from '#server/db/database.ts'
import type { AddressLine } from '#server/old-addresses/address-lines.ts'

import { recordChange } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { lockName } from '#server/db/lock-name.ts'
import { mapPage, windowOf, type ListPage } from '#server/db/pagination.ts'
import { conflict, invalidField, notFound } from '#server/errors.ts'
import { makeMoves } from '#server/old-addresses/make-moves.ts'
import {
  deleteOldPaths,
  findOldAddress,
  listAllOldAddresses,
  listLivingPaths,
  listOldAddressRows,
  type OldAddressRow,
} from '#server/old-addresses/queries.ts'
import { readable, readNewPath, readOldPath, type ReadPath } from '#server/old-addresses/read-path.ts'
import type { Move } from '#server/old-addresses/with-moves.ts'

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
