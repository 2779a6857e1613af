import { sql } from 'kysely'
import fs from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { isConnectionFailure } from '#server/db/database-errors.ts'
import { makeDataDir } from '#test/data-dir.ts'
import { startProgram } from '#test/run-program.ts'

// Real processes and disks take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const MEBIBYTE = 1024 * 1024

function onFatal(line: string): never {
  throw new Error(line)
}

let dataDir: string
beforeAll(async () => {
  dataDir = await makeDataDir()
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

const FULL_WITHOUT_RESERVE = `
  import fs from 'node:fs'
  import { sql } from 'kysely'
  import { dropReserve } from '#server/db/embedded/free-space.ts'
  import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
  const dataDir = process.argv[1]
  dropReserve(dataDir)
  const onFatal = (line) => { console.log(line); process.exit(1) }
  const { db } = await openEmbedded({ dataDir, onFatal, measureFreeBytes: async () => 2 ** 26 })
  const { openSync, writeSync } = fs
  const logSegments = new Set()
  fs.openSync = (path, ...rest) => {
    const descriptor = openSync(path, ...rest)
    if (path.includes('xlogtemp')) logSegments.add(descriptor)
    return descriptor
  }
  fs.writeSync = (descriptor, ...rest) => {
    if (logSegments.has(descriptor)) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
    return writeSync(descriptor, ...rest)
  }
  await sql\`insert into kept values (5)\`.execute(db)
  console.log('inserted')
  await sql\`select pg_switch_wal()\`.execute(db)
  await sql\`insert into kept values (6)\`.execute(db)
  console.log('inserted')`

test('a log that cannot grow ends the process at once with one line, and the next start has what was confirmed', async () => {
  const program = startProgram(FULL_WITHOUT_RESERVE, [dataDir])
  expect(await program.ended).toBe(1)
  expect(program.output()).toMatch(
    /^inserted\nThe embedded database gave up and the shop stops: could not write to file "pg_wal\/xlogtemp\.\d+": No space left on device\. Start it again; nothing that was confirmed is lost\.\n$/,
  )
  const { db, close } = await openEmbedded({ dataDir, onFatal })
  expect((await sql`select n from kept where n >= 5`.execute(db)).rows).toEqual([{ n: 5 }])
  await close()
})
