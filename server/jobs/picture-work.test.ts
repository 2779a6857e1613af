import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { claimPicture, releasePicture } from '#server/jobs/picture-work-queries.ts'
import { createTestDatabase } from '#test/database.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

test('of many that ask for a picture at once, one gets it, and the next when it was given back', async () => {
  const { db } = database
  const claims = await Promise.all(Array.from({ length: 10 }, () => claimPicture(db, 'a')))
  expect(claims.filter(Boolean)).toHaveLength(1)
  expect(await claimPicture(db, 'b')).toBe(true)
  await releasePicture(db, 'a')
  expect(await claimPicture(db, 'a')).toBe(true)
})

test('the work of a process that died is taken over', async () => {
  const { db } = database
  expect(await claimPicture(db, 'c')).toBe(true)
  await sql`update picture_work set ends_at = now()`.execute(db)
  expect([await claimPicture(db, 'c'), await claimPicture(db, 'c')]).toEqual([true, false])
})
