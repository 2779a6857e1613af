import { execFile } from 'node:child_process'
import { sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import type { Db } from '#server/db/database.ts'
import type { Load } from '#prove/faults/visitor-traffic.ts'
import type { Fault, Finding } from '#prove/faults/fault.ts'

import { startLoad } from '#prove/faults/visitor-traffic.ts'
import { finding } from '#prove/faults/fault.ts'
import { numberQueued } from '#server/db/change-feed/change-feed-queries.ts'
import { checkRecords, openOnEmbedded, openOnServer, type Fixture } from '#prove/faults/fixture.ts'

const run = promisify(execFile)
const SERVER = join(import.meta.dirname, '..', '..', 'server')
const BUYING_MS = 3000

/** A checksum of each table's rows, without the columns about mails, which are sent in the meantime. */
async function readChecksums(db: Db): Promise<Map<string, string>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`.execute(db)
  const checksums = new Map<string, string>()
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ checksum: string }>`
      select count(*) || ' rows ' || coalesce(md5(string_agg(line, chr(10) order by line)), '') as checksum
      from (select (to_jsonb(${sql.ref(name)}) - 'due_at' - 'outcome')::text as line from ${sql.table(name)}) as lines`.execute(
      db,
    )
    checksums.set(name, rows[0]?.checksum ?? '')
  }
  return checksums
}

/**
 * What was changed is numbered as well, which the shop does once a minute; nobody else does so now, so it needs no
 * transaction.
 */
async function buySomething({ shop, db, actors, productId }: Fixture): Promise<Load> {
  const load = startLoad({ origin: shop.origin, buyers: actors, productId, writers: 1 })
  await sleep(BUYING_MS)
  await load.leave()
  await numberQueued(db)
  return load
}

/**
 * Tables that may differ: a restore ends links and sessions, and the shop's start deletes what has expired, postpones
 * what is due and counts anew what sold most.
 */
const CHANGED_AFTERWARDS = new Set([
  'sessions',
  'rate_counters',
  'idempotency_keys',
  'checkouts',
  'account_links',
  'catalogue_settings',
  'recent_mails',
  'secrets',
])

function compare(engine: string, before: Map<string, string>, after: Map<string, string>): Finding {
  const differing = [...before].filter(
    ([name, checksum]) => !CHANGED_AFTERWARDS.has(name) && after.get(name) !== checksum,
  )
  const isSame = differing.length === 0 && before.size === after.size && before.size > 15
  const seen = isSame ? `${before.size} tables` : differing.map(([name]) => name).join(', ')
  return finding(`${engine}: every table is as it was`, seen, isSame)
}

/** Runs a command of the shop, as `npm run` does. */
const command = (name: 'backup' | 'restore', path: string, settings: Fixture['settings']) =>
  run(process.execPath, ['--no-warnings', join(SERVER, `start/${name}-command.ts`), path], {
    env: { PATH: process.env.PATH, ...settings },
  })

async function restoreEmbedded(folder: string): Promise<Finding[]> {
  const fixture = await openOnEmbedded({ actors: 4 })
  const path = join(folder, 'embedded.tar.gz')
  try {
    const load = await buySomething(fixture)
    const before = await readChecksums(fixture.db)
    await fixture.shop.stop()
    await command('backup', path, fixture.settings)
    await rm(fixture.settings.DATA_DIR ?? '', { recursive: true })
    await command('restore', path, fixture.settings)
    await fixture.reopen()
    return [compare('embedded', before, await readChecksums(fixture.db)), ...(await checkRecords(fixture.db, load))]
  } finally {
    await fixture.close()
  }
}

async function restoreServer(folder: string, say: (line: string) => void): Promise<Finding[]> {
  const fixture = await openOnServer({ actors: 4 })
  if (!fixture) {
    say('PostgreSQL is left out: there is none on this machine')
    return []
  }
  const path = join(folder, 'server.tar.gz')
  try {
    const load = await buySomething(fixture)
    const before = await readChecksums(fixture.db)
    await command('backup', path, fixture.settings)
    await fixture.shop.stop()
    await sql`drop schema public cascade`.execute(fixture.db)
    await sql`create schema public`.execute(fixture.db)
    await command('restore', path, fixture.settings)
    await fixture.reopen()
    return [compare('PostgreSQL', before, await readChecksums(fixture.db)), ...(await checkRecords(fixture.db, load))]
  } finally {
    await fixture.close()
  }
}

/** The shop is saved by `npm run backup`, wiped, and brought back by `npm run restore`. */
export const restoredBackup: Fault = {
  name: 'restored-backup',
  title: 'Backup, wipe, restore',
  async run(say) {
    const folder = await mkdtemp(join(tmpdir(), 'selvedge-safe-'))
    try {
      return [...(await restoreEmbedded(folder)), ...(await restoreServer(folder, say))]
    } finally {
      await rm(folder, { recursive: true })
    }
  },
}
