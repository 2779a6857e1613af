import { execFile } from 'node:child_process'
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { openDatabase } from '#server/db/open.ts'
import { folderMailer } from '#server/mails/transport/mailer.ts'
import { openPictures } from '#server/media/open-pictures.ts'
import { openDataDir } from '#server/start/data-dir.ts'
import { makeDataDir } from '#test/data-dir.ts'
import { jpegPicture } from '#test/pictures.ts'

// A new database is only there once the whole disk is in step, which takes as long as others write to it.
vi.setConfig({ testTimeout: 180_000 })

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const run = promisify(execFile)

let folder: string
let dataDir: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'selvedge-private-'))
  // Others can come as far as the data folder itself.
  await chmod(folder, 0o755)
  dataDir = join(folder, 'data')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const onFatal = (line: string): never => {
  throw new Error(line)
}

/** Everything under the data folder, itself included, that anybody but its owner has any right on. */
async function openPaths(): Promise<string[]> {
  const names = await readdir(dataDir, { recursive: true })
  const paths = [dataDir, ...names.map((name) => join(dataDir, name))]
  const modes = await Promise.all(paths.map(async (path) => ({ path, mode: (await lstat(path)).mode })))
  return modes.filter(({ mode }) => mode & 0o077).map(({ path }) => path)
}

/** Another user of the machine really tries, where this one may become another. */
async function expectClosedToOthers(paths: string[]): Promise<void> {
  expect(await openPaths()).toEqual([])
  if (!isRoot) return
  for (const path of paths) {
    await expect(run('cat', [path], { uid: NOBODY, gid: NOBODY })).rejects.toThrow('Permission denied')
  }
}

test('a database is made closed to every other user, file by file', async () => {
  const { close } = await openDatabase({ dataDir, onFatal })
  const logs = (await readdir(join(dataDir, 'database/pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name))
  expect(logs.length).toBeGreaterThan(0)
  await expectClosedToOthers(logs.map((name) => join(dataDir, 'database/pg_wal', name)))
  await close()
})

test('a data folder that stood open is closed with everything in it before it is used', async () => {
  await rm(dataDir, { recursive: true, force: true })
  const made = await makeDataDir()
  try {
    await run('cp', ['-r', made, dataDir])
    await run('chmod', ['-R', 'go+rX', dataDir])
  } finally {
    await rm(made, { recursive: true })
  }
  await mkdir(join(dataDir, 'mail'))
  const mail = join(dataDir, 'mail', 'one.eml')
  await writeFile(mail, 'private', { mode: 0o644 })
  expect((await openPaths()).length).toBeGreaterThan(300)
  const { close } = await openDatabase({ dataDir, onFatal })
  await expectClosedToOthers([mail, join(dataDir, 'database/PG_VERSION'), join(dataDir, 'selvedge.lock')])
  await close()
})

test('mail and pictures are made closed', async () => {
  openDataDir(dataDir)
  const mailer = folderMailer(join(dataDir, 'mail'), () => ({ name: 'Shop', address: 'shop@example.com' }))
  const mail = { id: 'one', to: 'asha@example.com', subject: 'Hello', text: 'private', html: 'private' }
  await mailer.send(mail, AbortSignal.timeout(10_000))
  mailer.close()
  const pictures = await openPictures({ dataDir, bucket: undefined })
  await pictures.add(await jpegPicture())
  await pictures.close()
  expect(await readdir(join(dataDir, 'images'))).toHaveLength(1)
  await expectClosedToOthers([join(dataDir, 'mail', (await readdir(join(dataDir, 'mail')))[0] ?? '')])
})

test('a data folder of another user is refused with one line', async () => {
  await mkdir(dataDir)
  if (isRoot) await chown(dataDir, NOBODY, NOBODY)
  const foreign = isRoot ? dataDir : '/'
  expect(() => openDataDir(foreign)).toThrow(
    `DATA_DIR ${foreign} belongs to another user: set DATA_DIR to a folder of the user that runs the shop.`,
  )
})

test('a link to a folder that others can enter is refused, and that folder is left as it is', async () => {
  const target = join(folder, 'target')
  await mkdir(target, { mode: 0o755 })
  await symlink(target, dataDir)
  expect(() => openDataDir(dataDir)).toThrow(
    `DATA_DIR ${dataDir} leads to ${target}, which is open to other users: chmod 700 ${target}.`,
  )
  expect((await stat(target)).mode & 0o777).toBe(0o755)
  await chmod(target, 0o700)
  expect(() => openDataDir(dataDir)).not.toThrow()
})

test('a folder that all users share, such as /tmp, is refused and stays shared', async () => {
  await mkdir(dataDir)
  await chmod(dataDir, 0o1777)
  expect(() => openDataDir(dataDir)).toThrow(`DATA_DIR ${dataDir} is shared by all users`)
  expect((await stat(dataDir)).mode & 0o7777).toBe(0o1777)
})
