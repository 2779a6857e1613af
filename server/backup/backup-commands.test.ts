import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { makeDataDir } from '#test/data-dir.ts'
import { addCategory } from '#test/factories.ts'
import { tableContents } from '#test/table-contents.ts'

let folder: string
let dataDir: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'selvedge-backup-'))
  dataDir = await makeDataDir()
})
afterAll(async () => {
  for (const path of [folder, dataDir]) await rm(path, { recursive: true, force: true })
})

async function run(command: 'backup' | 'restore', words: string[], home: string) {
  const program = join(import.meta.dirname, '..', `${command}-command.ts`)
  const child = spawn(process.execPath, ['--no-warnings', program, ...words], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, DATA_DIR: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { status, output, errors }
}

const openAt = (home: string) =>
  openDatabase({
    dataDir: home,
    onFatal(line) {
      throw new Error(line)
    },
  })

test('the embedded database is saved and restored by command, but not while the shop has it open', async () => {
  const path = join(folder, 'shop.tar.gz')
  const database = await openAt(dataDir)
  await migrate(database)
  await addCategory(database.db, 'Shirts')
  const contents = await tableContents(database.db)
  const refused = await run('backup', [path], dataDir)
  expect(refused).toMatchObject({ status: 1, output: '' })
  expect(refused.errors).toBe(
    `The shop is running (process ${process.pid}), and only one process may open the embedded database: stop the shop, back up, and start it again.\n`,
  )
  await database.close()

  const saved = await run('backup', [path], dataDir)
  expect(saved).toMatchObject({ status: 0, errors: '' })
  expect(saved.output).toMatch(/categories: 1 row\n[^]*shop\.tar\.gz holds \d+ rows and 0 pictures\.\n$/)
  expect(await readdir(folder)).toEqual(['shop.tar.gz'])

  const home = await makeDataDir()
  const restored = await run('restore', [path], home)
  expect(restored).toMatchObject({ status: 0, errors: '' })
  expect(restored.output).toMatch(/Restored \d+ rows and 0 pictures into .*\.\nMoney and stock add up\.\n$/)
  const there = await openAt(home)
  expect(await tableContents(there.db)).toEqual(contents)
  await there.close()
  await rm(home, { recursive: true })
})

test('a command that cannot work says why in one sentence and makes nothing', async () => {
  const nowhere = join(folder, 'nowhere')
  expect(await run('backup', [], nowhere)).toMatchObject({ status: 2, errors: expect.stringMatching(/^Usage: /) })
  expect(await run('restore', ['one', 'two'], nowhere)).toMatchObject({ status: 2 })
  expect(await run('backup', [join(folder, 'other.tar.gz')], nowhere)).toEqual({
    status: 1,
    output: '',
    errors: `There is nothing to back up: DATA_DIR ${nowhere} holds no database.\n`,
  })
  expect(await run('restore', [join(folder, 'other.tar.gz')], nowhere)).toEqual({
    status: 1,
    output: '',
    errors: `There is no file ${join(folder, 'other.tar.gz')}.\n`,
  })
  expect(await readdir(folder)).not.toContain('nowhere')
})
