import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import type { Db } from '#server/db/database.ts'

import { createConfirmation, createRecovery } from '#server/accounts/service.ts'
import { openSession } from '#server/accounts/sessions/sessions.ts'
import { openDatabase } from '#server/db/open.ts'
import { createOrderLinks } from '#server/orders/order-link.ts'
import { makeDataDir, makeMigratedDataDir } from '#test/data-dir.ts'
import { addCategory } from '#test/factories.ts'
import { SHORT_LIVED } from '#test/short-lived.ts'
import { tableContents } from '#test/table-contents.ts'

// Each command is a process that opens a database on disk, the first of them a new one.
vi.setConfig({ testTimeout: 180_000 })

let folder: string
let dataDir: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'selvedge-backup-'))
  dataDir = await makeMigratedDataDir()
})
afterAll(async () => {
  for (const path of [folder, dataDir]) await rm(path, { recursive: true, force: true })
})

const NOW = Date.now()

async function addUser(db: Db, role: string): Promise<string> {
  await sql`insert into users (id, role, staff_role, firstname, lastname, email, email_key, phone, password_hash)
    values (${role}, ${role}, ${role === 'admin' ? 'owner' : null}, 'A', 'B', ${role}, ${role}, '', '')`.execute(db)
  return role
}

/** A session, and one of each link, code and invitation. */
async function fillWithAccess(db: Db, owner: string, customer: string): Promise<void> {
  await openSession(db, 'admin', owner)
  await createRecovery(db, customer, customer, 'code')
  await createConfirmation(db, customer, customer)
  await sql`insert into mails (name, key, email) values ('sign-in-code', 'mail', ${customer})`.execute(db)
  await sql`insert into passkey_challenges (challenge, browser_hash, audience, user_id, expires_at)
    values ('challenge', 'browser', 'customer', null, now() + interval '5 minutes')`.execute(db)
  await sql`insert into staff_invitations (id, email, email_key, staff_role, invited_by, expires_at)
    values ('invited', 'i', 'i', 'packer', ${owner}, now() + interval '7 days')`.execute(db)
  await sql`insert into account_erasures (user_id, erases_at) values (${customer}, now())`.execute(db)
  await sql`insert into mails (name, key, user_id, due_at, outcome)
    values ('account-erasure', 'told', ${customer}, null, 'sent')`.execute(db)
}

async function run(command: 'backup' | 'restore', words: string[], home: string) {
  const program = join(import.meta.dirname, '..', 'start', `${command}-command.ts`)
  const child = spawn(process.execPath, [...SHORT_LIVED, '--no-warnings', program, ...words], {
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
  // The secret of the links to orders is a new one.
  expect(await tableContents(there.db)).toEqual({
    ...contents,
    secrets: expect.not.stringMatching(contents.secrets ?? ''),
  })
  await there.close()
  await rm(home, { recursive: true })
})

test('a restored shop has nobody signed in, and no link, code or invitation that works', async () => {
  const path = join(folder, 'open.tar.gz')
  const [before, after] = [await makeMigratedDataDir(), await makeDataDir()]
  const first = await openAt(before)
  const [owner, leaving] = [await addUser(first.db, 'admin'), await addUser(first.db, 'customer')]
  await fillWithAccess(first.db, owner, leaving)
  const countAccess = async (db: Db) => {
    const { rows } = await sql<Record<string, number>>`select
      (select count(*) from sessions)::int as sessions,
      (select count(*) from account_links)::int as links,
      (select count(*) from mails where name = 'sign-in-code')::int as asked,
      (select count(*) from passkey_challenges)::int as challenges,
      (select count(*) from staff_invitations where expires_at > now())::int as invitations,
      (select count(*) from account_erasures where erases_at < now() + interval '6 days')::int as erasures`.execute(db)
    return Object.values(rows[0] ?? {})
  }
  expect((await countAccess(first.db)).filter((count) => count === 0)).toEqual([])
  const oldLink = (await createOrderLinks(first.db))('order', NOW)
  await first.close()
  await run('backup', [path], before)
  const { status, output } = await run('restore', [path], after)
  expect(status).toBe(0)
  expect(output).toContain('Everybody is logged out, and every link, code and invitation that was sent has ended.')
  const second = await openAt(after)
  expect((await countAccess(second.db)).filter((count) => count > 0)).toEqual([])
  expect((await createOrderLinks(second.db))('order', NOW)).not.toBe(oldLink)
  // Who was to be erased is told again, and the password of then counts.
  const { rows } = await sql`select due_at is not null as is_mailed from mails where user_id = ${leaving}`.execute(
    second.db,
  )
  expect(rows).toEqual([{ isMailed: true }])
  await second.close()
  for (const home of [before, after]) await rm(home, { recursive: true })
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
