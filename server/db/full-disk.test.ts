import { sql } from 'kysely'
import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { openEmbedded } from '#server/db/embedded.ts'
import { isConnectionFailure } from '#server/db/failures.ts'

// Real processes and disks take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const MEBIBYTE = 1024 * 1024

function onFatal(line: string): never {
  throw new Error(line)
}

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'selvedge-full-'))
  const { db, close } = await openEmbedded({ dataDir, onFatal })
  await sql`create table kept (n int)`.execute(db)
  await close()
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

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
  const { db, hasFreeSpace, close } = await openEmbedded({
    dataDir,
    onFatal,
    measureFreeBytes,
    checkEveryMs: 10,
  })
  freeBytes = 0
  const empty = fillDisk(join(dataDir, 'selvedge.reserve'))
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
  await close()
})

test('a database on a full disk opens for reading', async () => {
  const { db, hasFreeSpace, close } = await openEmbedded({
    dataDir,
    onFatal,
    measureFreeBytes: async () => 0,
  })
  expect(hasFreeSpace()).toBe(false)
  expect((await sql`select n from kept`.execute(db)).rows).toEqual([{ n: 1 }, { n: 3 }])
  await expect(sql`insert into kept values (4)`.execute(db)).rejects.toThrow(/read-only/)
  await close()
})
