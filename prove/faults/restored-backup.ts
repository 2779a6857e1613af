import { execFile } from 'node:child_process'
import { sql } from 'kysely'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import type { Db } from '#server/db/open.ts'
import type { Load } from '#prove/faults/load.ts'
import type { Fault, Finding } from '#prove/faults/fault.ts'

import { startLoad } from '#prove/faults/load.ts'
import { finding } from '#prove/faults/fault.ts'
import { checkRecords, openOnEmbedded, openOnServer, type Fixture } from '#prove/faults/fixture.ts'
import { findBinaries } from '#test/postgres.ts'

const run = promisify(execFile)
const BUYING_MS = 3000

/** A checksum of each table's rows, without the columns of mails: these go out meanwhile. */
async function readChecksums(db: Db): Promise<Map<string, string>> {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by table_name`.execute(db)
  const checksums = new Map<string, string>()
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ checksum: string }>`
      select count(*) || ' rows ' || coalesce(md5(string_agg(line, chr(10) order by line)), '') as checksum
      from (select (to_jsonb(${sql.ref(name)}) - 'mail_due_at' - 'mail_outcome')::text as line from ${sql.table(name)}) as lines`.execute(
      db,
    )
    checksums.set(name, rows[0]?.checksum ?? '')
  }
  return checksums
}

async function buySomething({ shop, actors, productId }: Fixture): Promise<Load> {
  const load = startLoad({ origin: shop.origin, buyers: actors, productId, writers: 1 })
  await sleep(BUYING_MS)
  await load.leave()
  return load
}

/** Tables that the shop changes at its start: it deletes what is over and postpones what is due. */
const CHANGED_BY_A_START = new Set([
  'sessions',
  'rate_counters',
  'idempotency_keys',
  'checkouts',
  'email_confirmations',
  'recent_mails',
])

function compare(engine: string, before: Map<string, string>, after: Map<string, string>): Finding {
  const differing = [...before].filter(
    ([name, checksum]) => !CHANGED_BY_A_START.has(name) && after.get(name) !== checksum,
  )
  const isSame = differing.length === 0 && before.size === after.size && before.size > 15
  const seen = isSame ? `${before.size} tables` : differing.map(([name]) => name).join(', ')
  return finding(`${engine}: every table is as it was`, seen, isSame)
}

async function restoreEmbedded(): Promise<Finding[]> {
  const fixture = await openOnEmbedded({ actors: 4 })
  const backup = await mkdtemp(join(tmpdir(), 'selvedge-safe-'))
  try {
    const load = await buySomething(fixture)
    const before = await readChecksums(fixture.db)
    const { DATA_DIR = '' } = fixture.settings
    await fixture.shop.stop()
    await run('tar', ['-C', DATA_DIR, '-czf', join(backup, 'shop.tar.gz'), '.'])
    await rm(DATA_DIR, { recursive: true })
    await run('mkdir', ['-p', DATA_DIR])
    await run('tar', ['-C', DATA_DIR, '-xzf', join(backup, 'shop.tar.gz')])
    await fixture.reopen()
    return [compare('embedded', before, await readChecksums(fixture.db)), ...(await checkRecords(fixture.db, load))]
  } finally {
    await fixture.close()
    await rm(backup, { recursive: true })
  }
}

async function restoreServer(say: (line: string) => void): Promise<Finding[]> {
  const binaries = findBinaries(['pg_dump', 'pg_restore', 'psql'])
  const fixture = await openOnServer({ actors: 4 })
  const { DATABASE_URL = '' } = fixture?.settings ?? {}
  if (!fixture || binaries === undefined) {
    say('PostgreSQL is left out: there is none on this machine')
    return []
  }
  const backup = await mkdtemp(join(tmpdir(), 'selvedge-safe-'))
  const path = join(backup, 'shop.dump')
  try {
    const load = await buySomething(fixture)
    const before = await readChecksums(fixture.db)
    await run(join(binaries, 'pg_dump'), ['--format=custom', `--file=${path}`, DATABASE_URL])
    await fixture.shop.stop()
    await run(join(binaries, 'psql'), [
      DATABASE_URL,
      '--quiet',
      '--command=drop schema public cascade; create schema public',
    ])
    await run(join(binaries, 'pg_restore'), ['--exit-on-error', '--no-owner', `--dbname=${DATABASE_URL}`, path])
    await fixture.reopen()
    return [compare('PostgreSQL', before, await readChecksums(fixture.db)), ...(await checkRecords(fixture.db, load))]
  } finally {
    await fixture.close()
    await rm(backup, { recursive: true })
  }
}

/** The data are saved as docs/operations/backups.md says, wiped, and restored. */
export const restoredBackup: Fault = {
  name: 'restored-backup',
  title: 'Backup, wipe, restore',
  run: async (say) => [...(await restoreEmbedded()), ...(await restoreServer(say))],
}
