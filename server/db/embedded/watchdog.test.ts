import { sql } from 'kysely'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
import { makeDataDir } from '#test/data-dir.ts'
import { startProgram } from '#test/run-program.ts'

// Real processes and disks take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let dataDir: string
beforeAll(async () => {
  dataDir = await makeDataDir()
  const { db, close } = await openEmbedded({ dataDir, onFatal: () => undefined })
  await sql`create table kept (n int)`.execute(db)
  await close()
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const STUCK =
  'The embedded database has not answered for 1 s: the shop stops. Start it again; nothing that was confirmed is lost.'

test('work that never settles is reported once, in one line', async () => {
  const stuck = Promise.withResolvers<string>()
  const lines: string[] = []
  const onFatal = (line: string) => {
    lines.push(line)
    stuck.resolve(line)
  }
  const { db, close } = await openEmbedded({ dataDir, onFatal, stuckAfterSeconds: 1 })
  await db.transaction().execute(() => stuck.promise)
  expect(lines).toEqual([STUCK])
  await close()
})

test('a long transaction whose statements settle is left alone', async () => {
  const lines: string[] = []
  const { db, withoutTimeLimit, close } = await openEmbedded({
    dataDir,
    onFatal: (line) => lines.push(line),
    stuckAfterSeconds: 3,
  })
  const pause = () => new Promise((resolve) => setTimeout(resolve, 1000))
  await db.transaction().execute(async (db) => {
    for (let n = 0; n < 4; n += 1) {
      await sql`insert into kept values (${n})`.execute(db)
      await pause()
    }
  })
  await withoutTimeLimit((db) =>
    db.transaction().execute(async () => {
      for (let n = 0; n < 4; n += 1) await pause()
    }),
  )
  expect(lines).toEqual([])
  await close()
})

const LOOP = `
  import { sql } from 'kysely'
  import { openEmbedded } from '#server/db/embedded/open-embedded.ts'
  const { db } = await openEmbedded({ dataDir: process.argv[1], onFatal: () => {}, stuckAfterSeconds: 1 })
  await sql\`insert into kept values (100)\`.execute(db)
  console.log('inserted')
  await sql.raw('do $$ begin loop end loop; end $$').execute(db)`

test('a statement that never returns ends the process with the line, and the next start has everything', async () => {
  const program = startProgram(LOOP, [dataDir])
  expect(await program.ended).toBe('SIGKILL')
  expect(program.output()).toBe(`inserted\n${STUCK}\n`)
  const { db, close } = await openEmbedded({ dataDir, onFatal: () => undefined })
  expect((await sql`select n from kept where n = 100`.execute(db)).rows).toEqual([{ n: 100 }])
  await close()
})
