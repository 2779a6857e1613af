import { sql } from 'kysely'
import fs from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { openEmbedded } from '#server/db/embedded.ts'
import { isConnectionFailure } from '#server/db/failures.ts'
import { watchFreeSpace } from '#server/db/free-space.ts'

const MEBIBYTE = 1024 * 1024

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'selvedge-space-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

test('free space below the floor is noticed, and that there is room again', async () => {
  let freeBytes = 1000 * MEBIBYTE
  const space = await watchFreeSpace({ directory, measureFreeBytes: async () => freeBytes, checkEveryMs: 10 })
  expect(space.hasFreeSpace()).toBe(true)
  freeBytes = 64 * MEBIBYTE - 1
  await expect.poll(() => space.hasFreeSpace()).toBe(false)
  freeBytes = 64 * MEBIBYTE
  await expect.poll(() => space.hasFreeSpace()).toBe(true)
  space.stop()
})

test('the disk is looked at every two seconds', async () => {
  let looks = 0
  const measureFreeBytes = async () => {
    looks += 1
    return looks === 1 ? 1000 * MEBIBYTE : 0
  }
  const space = await watchFreeSpace({ directory, measureFreeBytes })
  await expect.poll(() => space.hasFreeSpace(), { timeout: 5000 }).toBe(false)
  space.stop()
})

test('the reserve is real, is given up once, and comes back when there is plenty again', async () => {
  let freeBytes = 1000 * MEBIBYTE
  const space = await watchFreeSpace({ directory, measureFreeBytes: async () => freeBytes, checkEveryMs: 10 })
  const reserve = join(directory, 'selvedge.reserve')
  const { blocks } = await stat(reserve)
  expect(blocks * 512).toBeGreaterThanOrEqual(32 * MEBIBYTE)

  freeBytes = 40 * MEBIBYTE
  expect([space.giveUpReserve(), space.giveUpReserve()]).toEqual([true, false])
  expect(fs.existsSync(reserve)).toBe(false)
  expect([space.hasFreeSpace(), space.isExhausted()]).toEqual([false, true])
  freeBytes = 1000 * MEBIBYTE
  await expect.poll(() => space.isExhausted()).toBe(false)
  expect(space.hasFreeSpace()).toBe(true)
  space.stop()
})

/** The engine's files cannot grow any more, until something is deleted. */
function fillDisk(reserve: string): () => void {
  const write = fs.writeSync
  fs.writeSync = ((...call: Parameters<typeof write>) => {
    if (!fs.existsSync(reserve)) return write(...call)
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  }) as typeof write
  return () => {
    fs.writeSync = write
  }
}

test('on a full disk the write that found it is kept, reading goes on and writing is refused until there is room', async () => {
  let freeBytes = 1000 * MEBIBYTE
  const measureFreeBytes = async () => freeBytes
  const fatal: string[] = []
  const onFatal = (line: string) => fatal.push(line)
  const { db, hasFreeSpace, close } = await openEmbedded({
    dataDir: directory,
    onFatal,
    measureFreeBytes,
    checkEveryMs: 10,
  })
  await sql`create table kept (n int)`.execute(db)

  freeBytes = 0
  const empty = fillDisk(join(directory, 'selvedge.reserve'))
  await sql`insert into kept values (1)`.execute(db)
  expect(hasFreeSpace()).toBe(false)
  const refused = await sql`insert into kept values (2)`.execute(db).catch((error: unknown) => error)
  expect(isConnectionFailure(refused)).toBe(true)
  expect((await sql`select n from kept`.execute(db)).rows).toEqual([{ n: 1 }])

  empty()
  freeBytes = 1000 * MEBIBYTE
  await expect.poll(hasFreeSpace).toBe(true)
  await sql`insert into kept values (3)`.execute(db)
  expect((await sql`select n from kept`.execute(db)).rows).toEqual([{ n: 1 }, { n: 3 }])
  expect(fatal).toEqual([])
  await close()
})

test('a database on a full disk opens for reading', async () => {
  const onFatal = () => undefined
  const first = await openEmbedded({ dataDir: directory, onFatal })
  await sql`create table kept (n int)`.execute(first.db)
  await first.close()
  const { db, hasFreeSpace, close } = await openEmbedded({
    dataDir: directory,
    onFatal,
    measureFreeBytes: async () => 0,
  })
  expect(hasFreeSpace()).toBe(false)
  expect((await sql`select n from kept`.execute(db)).rows).toEqual([])
  await expect(sql`insert into kept values (1)`.execute(db)).rejects.toThrow(/read-only/)
  await close()
})
