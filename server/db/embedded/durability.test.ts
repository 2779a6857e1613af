import { sql } from 'kysely'
import fs from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { makeDataDir } from '#test/data-dir.ts'
import { startProgram } from '#test/run-program.ts'

// Real processes and disks take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

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

/** Counts the syncs, and lets each of them happen. */
function countSyncs() {
  const { fdatasync: sync, fdatasyncSync: syncNow } = fs
  const disk = {
    syncs: 0,
    stop() {
      Object.assign(fs, { fdatasync: sync, fdatasyncSync: syncNow })
      syncBuiltinESMExports()
    },
  }
  Object.assign(fs, {
    fdatasync(descriptor: number, done: fs.NoParamCallback) {
      sync(descriptor, (error) => {
        disk.syncs += 1
        done(error)
      })
    },
    fdatasyncSync(descriptor: number) {
      syncNow(descriptor)
      disk.syncs += 1
    },
  })
  syncBuiltinESMExports()
  return disk
}

test('every commit waits until the disk has confirmed it', async () => {
  const { db, close } = await openEmbedded({ dataDir, onFatal })
  const disk = countSyncs()
  const settings =
    await sql`select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`.execute(db)
  expect(settings.rows).toEqual([{ fsync: 'on', commit: 'on' }])

  const before = disk.syncs
  for (let n = 1; n <= 20; n += 1) {
    await sql`insert into kept values (${n})`.execute(db)
    expect(disk.syncs).toBe(before + n)
  }
  await db.transaction().execute(async (db) => {
    await sql`insert into kept values (${21})`.execute(db)
    await sql`insert into kept values (${22})`.execute(db)
    expect(disk.syncs).toBe(before + 20)
  })
  expect(disk.syncs).toBe(before + 21)
  await sql`select * from kept`.execute(db)
  expect(disk.syncs).toBe(before + 21)
  disk.stop()
  await close()
})

/** A disk that confirms nothing until it is told to. It notes all writes and syncs. */
function holdDisk() {
  const { fdatasync, fdatasyncSync, writeSync } = fs
  const held: (() => void)[] = []
  const operations: string[] = []
  const disk = {
    held,
    operations,
    confirm() {
      for (const go of held.splice(0)) go()
    },
    stop() {
      Object.assign(fs, { fdatasync, fdatasyncSync, writeSync })
      syncBuiltinESMExports()
      disk.confirm()
    },
  }
  const isLog = (descriptor: number) => /pg_wal\/[0-9A-F]{24}$/.test(fs.readlinkSync(`/proc/self/fd/${descriptor}`))
  Object.assign(fs, {
    fdatasync: (descriptor: number, done: fs.NoParamCallback) => held.push(() => fdatasync(descriptor, done)),
    fdatasyncSync(descriptor: number) {
      if (isLog(descriptor)) operations.push('log confirmed')
      fdatasyncSync(descriptor)
    },
    writeSync(...call: Parameters<typeof fs.writeSync>) {
      operations.push(isLog(call[0]) ? 'log written' : 'page written')
      return writeSync(...call)
    },
  })
  syncBuiltinESMExports()
  return disk
}

test('commits that come during a sync are confirmed together, and not answered before', async () => {
  const { db, close } = await openEmbedded({ dataDir, onFatal })
  const disk = holdDisk()
  const answered: unknown[] = []
  const work = Array.from({ length: 8 }, async (_, n) =>
    answered.push(await sql`insert into kept values (${100 + n})`.execute(db)),
  )
  const reading = sql<{ count: number }>`select count(*) as count from kept where n between 100 and 107`.execute(db)
  const read = reading.then(({ rows }) => answered.push(rows[0]?.count))
  await expect.poll(() => disk.held.length).toBe(1)
  await new Promise((resolve) => setImmediate(resolve))
  expect(answered).toEqual([])
  expect(disk.held).toHaveLength(1)
  const asked = async () => {
    await expect.poll(() => disk.held.length).toBeGreaterThan(0)
    disk.confirm()
  }
  await asked()
  if (answered.length < 9) await asked()
  await Promise.all([...work, read])
  expect(answered).toContain(8)
  disk.stop()
  await close()
})

test.skipIf(process.platform !== 'linux')(
  'no page of a table is written before the log that tells of it is safe',
  async () => {
    const { db, close } = await openEmbedded({ dataDir, onFatal })
    await sql`checkpoint`.execute(db)
    const disk = holdDisk()
    const commit = sql`insert into kept values (${200})`.execute(db)
    await expect.poll(() => disk.held.length).toBe(1)
    disk.operations.length = 0
    const checkpoint = sql`checkpoint`.execute(db)
    await expect.poll(() => disk.operations).toContain('page written')
    expect(disk.operations.indexOf('log confirmed')).toBeGreaterThanOrEqual(0)
    expect(disk.operations.indexOf('log confirmed')).toBeLessThan(disk.operations.indexOf('page written'))
    disk.stop()
    await Promise.all([commit, checkpoint])
    await close()
  },
)

const INSERT_FOR_EVER = `
  import { sql } from 'kysely'
  import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
  const { db } = await openEmbedded({ dataDir: process.argv[1], onFatal: (line) => { throw new Error(line) } })
  for (let n = 1000; ; n += 1) {
    await sql\`insert into kept values (\${n})\`.execute(db)
    process.stdout.write('kept ' + n + '\\n')
  }`

test('a killed process loses nothing that it had confirmed', async () => {
  const program = startProgram(INSERT_FOR_EVER, [dataDir])
  await program.says(/kept 1300/)
  program.process.kill('SIGKILL')
  expect(await program.ended).toBe('SIGKILL')
  const confirmed = [...program.output().matchAll(/kept (\d+)\n/g)].map((match) => Number(match[1]))

  const { db, close } = await openEmbedded({ dataDir, onFatal })
  const { rows } = await sql<{ n: number }>`select n from kept where n >= 1000 order by n`.execute(db)
  const found = new Set(rows.map((row) => row.n))
  expect(confirmed.length).toBeGreaterThan(300)
  expect(confirmed.filter((n) => !found.has(n))).toEqual([])
  await close()
})

const DISK_REFUSES = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  import { sql } from 'kysely'
  import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
  const onFatal = (line) => { console.log(line); process.exit(1) }
  const { db } = await openEmbedded({ dataDir: process.argv[1], onFatal })
  const failure = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' })
  fs.fdatasyncSync = () => { throw failure }
  fs.fdatasync = (_descriptor, done) => setImmediate(done, failure)
  syncBuiltinESMExports()
  await sql\`insert into kept values (5000)\`.execute(db)
  console.log('confirmed')`

test('nothing is confirmed when the disk does not confirm, and the shop stops', async () => {
  const program = startProgram(DISK_REFUSES, [dataDir])
  expect(await program.ended).toBe(1)
  expect(program.output()).toMatch(
    /^The disk did not confirm a write of the embedded database \(.*\): the shop stops\.\n$/,
  )
})

test('a first start that was interrupted begins anew', async () => {
  const halfway = join(dataDir, 'halfway')
  await mkdir(join(halfway, 'database.new', 'base'), { recursive: true })
  await writeFile(join(halfway, 'database.new', 'PG_VERSION'), '18\n')
  const { db, close } = await openEmbedded({ dataDir: halfway, onFatal })
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  await close()
})

test('files that are no database are left alone, and the start says so', async () => {
  const strange = join(dataDir, 'strange')
  await mkdir(join(strange, 'database'), { recursive: true })
  await writeFile(join(strange, 'database', 'letter.txt'), 'Dear shop')
  await expect(openEmbedded({ dataDir: strange, onFatal })).rejects.toThrow(
    /^The embedded database in .*strange\/database does not open: /,
  )
})

/** Each file under a folder with its content. */
async function contentsOf(folder: string): Promise<Map<string, string>> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(path, 'base64')] as const)))
}

test.each([
  ['17', 'make a backup with the release that the folder is of, and restore it with this one into an empty DATA_DIR.'],
  ['19', 'the database needs a newer shop.'],
])('the files of PostgreSQL %s are refused in a sentence and left as they are', async (version, way) => {
  const other = await makeDataDir()
  const database = join(other, 'database')
  await writeFile(join(database, 'PG_VERSION'), `${version}\n`)
  const before = await contentsOf(database)
  await expect(openEmbedded({ dataDir: other, onFatal })).rejects.toMatchObject({
    name: 'StartupError',
    message: `The embedded database in ${database} is of PostgreSQL ${version}, and this release has 18: ${way}`,
  })
  expect(await contentsOf(database)).toEqual(before)
  await rm(other, { recursive: true })
})

test('a data folder that cannot be made stops the start with a line that names it', async () => {
  const file = join(dataDir, 'file')
  await writeFile(file, '')
  await expect(openEmbedded({ dataDir: join(file, 'below'), onFatal })).rejects.toThrow(
    /^DATA_DIR .*file\/below cannot be used: /,
  )
})
