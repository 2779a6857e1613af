import { expect, test } from 'vitest'

import type { Db, OpenDatabase } from '#server/db/database.ts'

import { newId } from '#server/db/new-id.ts'
import { deleteOwnReview, toggleHidden, upsertReview } from '#server/reviews/queries.ts'
import { findOwnReview, removeOwnReview } from '#server/reviews/service.ts'
import { untilSomebodyWaits } from '#test/engines.ts'
import { databasesOnEveryEngine } from '#test/every-engine.ts'
import { addProduct } from '#test/factories.ts'

const databases = databasesOnEveryEngine()

/** A customer's review, what the shop and the customer may do with it, and what is stored. */
async function addReview({ db }: OpenDatabase, { isHidden = false } = {}) {
  const { id: productId } = await addProduct(db)
  const userId = newId()
  const email = `${userId}@example.com`
  const names = { firstname: 'Asha', lastname: 'Rao', phone: '9876543210', passwordHash: 'none' }
  await db
    .insertInto('users')
    .values({ id: userId, email, emailKey: email, ...names })
    .execute()
  const { _id } = await upsertReview(db, productId, userId, { rating: 1, text: 'Too wide.' })
  const toggle = (db: Db) => toggleHidden(db, _id)
  if (isHidden) await toggle(db)
  return {
    toggle,
    /** As a part of a transaction. */
    removeIn: (db: Db) => deleteOwnReview(db, productId, userId),
    remove: () => removeOwnReview(db, userId, productId),
    write: (db: Db) => upsertReview(db, productId, userId, { rating: 4, text: 'Washed.' }),
    own: () => findOwnReview(db, userId, productId),
    rows: () => db.selectFrom('reviews').select(['isHidden', 'text', 'rating']).where('userId', '=', userId).execute(),
  }
}

/** Begins the second while the first, for which it waits, is not yet committed; returns what the second came to. */
async function atOnce<Done>(
  database: OpenDatabase,
  first: (db: Db) => Promise<unknown>,
  second: (db: Db) => Promise<Done>,
): Promise<Done | undefined> {
  let later: Promise<Done> | undefined
  await database.db.transaction().execute(async (inner) => {
    await first(inner)
    later = second(database.db)
    void later.catch(() => undefined)
    await untilSomebodyWaits(inner, database)
  })
  return later
}

const EMPTIED = { isHidden: true, text: '', rating: null }

test('a review that is hidden or shown again while its customer removes it is removed', async () => {
  expect(databases.length).toBeGreaterThan(0)
  for (const database of databases) {
    const shown = await addReview(database)
    await atOnce(database, shown.toggle, shown.remove)
    expect(await shown.rows()).toEqual([EMPTIED])
    const hidden = await addReview(database, { isHidden: true })
    await atOnce(database, hidden.toggle, hidden.remove)
    expect(await hidden.rows()).toEqual([])
  }
})

test('a review that is being removed is neither hidden nor removed a second time', async () => {
  for (const database of databases) {
    for (const isHidden of [false, true]) {
      const { removeIn, toggle, rows } = await addReview(database, { isHidden })
      expect(await atOnce(database, removeIn, toggle)).toBeUndefined()
      expect(await rows()).toEqual(isHidden ? [EMPTIED] : [])
      const twice = await addReview(database, { isHidden })
      await expect(atOnce(database, twice.removeIn, twice.remove)).rejects.toMatchObject({ code: 'not_found' })
      expect(await twice.rows()).toEqual(isHidden ? [EMPTIED] : [])
    }
  }
})

test('of removing a review and writing it again the later stands, and a hidden one stays hidden', async () => {
  for (const database of databases) {
    for (const isHidden of [false, true]) {
      const rewritten = await addReview(database, { isHidden })
      await atOnce(database, rewritten.removeIn, rewritten.write)
      expect(await rewritten.own()).toMatchObject({ text: 'Washed.', isHidden })
      const removed = await addReview(database, { isHidden })
      await atOnce(database, removed.write, removed.remove)
      expect(await removed.rows()).toEqual(isHidden ? [EMPTIED] : [])
    }
  }
})
