import { createHash, type Hash } from 'node:crypto'

import type { Db, OpenDatabase } from '#server/db/database.ts'
import type { Pictures } from '#server/media/stored-pictures.ts'

import { readArchive } from '#server/backup/archive.ts'
import { sha256 } from '#server/backup/back-up.ts'
import { Manifest, MANIFEST, subjectOf, Sums, SUMS } from '#server/backup/manifest.ts'
import {
  analyzeTables,
  insertLines,
  listTables,
  openForRows,
  setSequences,
  setTextForms,
  type BackupTable,
} from '#server/backup/table-queries.ts'
import { checkKnown, migrateLike, migrateWithin } from '#server/db/migrate.ts'
import { StartupError } from '#server/start/startup-error.ts'

interface Target {
  database: OpenDatabase
  pictures: Pictures
  /** Changes what was restored, in the same transaction: nobody ever finds it unchanged. */
  onFilled?: (db: Db) => Promise<void>
  /** The folder of the migrations; the shop's own unless given. */
  migrations?: string
}

type Say = (line: string) => void

const damaged = (path: string, what: string) => new StartupError(`${path} is damaged: ${what}. Nothing was restored.`)

const linesOf = (bytes: Buffer) => bytes.toString().trimEnd().split('\n')

/** Reads the whole file and compares it with its sums, before anything is changed. */
async function check(path: string, migrations: string | undefined): Promise<{ manifest: Manifest; sums: Sums }> {
  let manifest: Manifest | undefined
  let sums: Sums | undefined
  const hashes = new Map<string, { rows: number; hash: Hash }>()
  const found = { manifest: '', pictures: 0 }
  for await (const { name, bytes } of readArchive(path)) {
    const subject = subjectOf(name)
    if (!manifest) {
      const result = Manifest.safeParse(name === MANIFEST ? parseJson(bytes) : undefined)
      if (!result.success) throw new StartupError(`${path} is no backup of a shop.`)
      manifest = result.data
      found.manifest = sha256(bytes)
      await checkKnown(manifest.migrations, migrations)
    } else if (name === SUMS) sums = Sums.safeParse(parseJson(bytes)).data
    else if (subject && 'picture' in subject) {
      found.pictures += 1
      if (sha256(bytes).slice(0, 32) !== subject.picture) {
        throw damaged(path, `the picture ${subject.picture} is not itself`)
      }
    } else if (subject) {
      const table = hashes.get(subject.table) ?? { rows: 0, hash: createHash('sha256') }
      hashes.set(subject.table, table)
      table.rows += linesOf(bytes).length
      table.hash.update(bytes)
    } else throw damaged(path, `${name} does not belong to a backup`)
  }
  if (!manifest || !sums) throw damaged(path, 'its end is missing')
  if (sums.manifest !== found.manifest) throw damaged(path, `${MANIFEST} was changed`)
  if (sums.pictures !== found.pictures) throw damaged(path, `it has ${found.pictures} of ${sums.pictures} pictures`)
  for (const { name } of manifest.tables) {
    const { rows, hash } = hashes.get(name) ?? { rows: 0, hash: createHash('sha256') }
    const sum = sums.tables[name]
    if (sum?.rows !== rows || sum.sha256 !== hash.digest('hex')) {
      throw damaged(path, `the table ${name} is not as it was`)
    }
  }
  return { manifest, sums }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

async function refuseFilled(db: Db): Promise<void> {
  const [table] = await listTables(db)
  if (!table) return
  throw new StartupError(
    `The database is not empty (it has the table ${table.name}): restore into a new one, because nothing is overwritten.`,
  )
}

async function storePictures(path: string, { pictures }: Target, total: number, say: Say): Promise<void> {
  let stored = 0
  for await (const { name, bytes } of readArchive(path)) {
    const subject = subjectOf(name)
    if (!subject || !('picture' in subject)) continue
    await pictures.addPrepared(bytes, { hash: subject.picture })
    stored += 1
    if (stored % 200 === 0 || stored === total) {
      say(`  ${stored.toLocaleString('en')} of ${total.toLocaleString('en')} pictures`)
    }
  }
}

/** The tables of the backup that the shop knows, by name. What somebody else has put beside them is left out. */
async function knownTables(db: Db, manifest: Manifest, say: Say): Promise<Map<string, BackupTable>> {
  const here = new Map((await listTables(db)).map((table) => [table.name, table]))
  const tables = manifest.tables.filter(({ name }) => here.has(name))
  for (const { name } of manifest.tables) if (!here.has(name)) say(`  ${name} is no table of the shop: it is left out`)
  for (const { name, columns } of tables) {
    const types = new Map(here.get(name)?.columns.map((column) => [column.name, column.type]))
    const strange = columns.find((column) => types.get(column.name) !== column.type)
    if (strange) {
      throw new StartupError(
        `The table ${name} of the backup has the column ${strange.name}, which the shop does not know.`,
      )
    }
  }
  return new Map(tables.map((table) => [table.name, table]))
}

async function loadTables(
  path: string,
  db: Db,
  { manifest, sums, migrations }: { manifest: Manifest; sums: Sums; migrations: string | undefined },
  say: Say,
) {
  await setTextForms(db)
  await refuseFilled(db)
  await migrateLike(db, manifest.migrations, migrations)
  const close = await openForRows(db)
  const tables = await knownTables(db, manifest, say)
  let last: string | undefined
  const finish = () => {
    if (last !== undefined) say(`  ${last}: ${sums.tables[last]?.rows.toLocaleString('en')} rows`)
  }
  for await (const { name, bytes } of readArchive(path)) {
    const subject = subjectOf(name)
    if (!subject || !('table' in subject)) continue
    const table = tables.get(subject.table)
    if (!table) continue
    if (last !== table.name) finish()
    last = table.name
    await insertLines(db, table, linesOf(bytes))
  }
  finish()
  await close()
  await setSequences(db, manifest.sequences)
  const migrated = await migrateWithin(db, migrations)
  if (migrated.length > 0) say(`Migrated: ${migrated.join(', ')}`)
}

/**
 * Puts a backup into an empty database, migrated to this release, and its pictures beside those that are stored. The
 * database is changed in one transaction, after the whole file was compared with its sums. Rejects with a
 * `StartupError`, without having changed the database, if that is not empty or the file is damaged or of a newer
 * release.
 */
export async function restore(target: Target, path: string, say: Say): Promise<Sums> {
  const { database, onFilled } = target
  await refuseFilled(database.db)
  say('Checking the file')
  const backup = await check(path, target.migrations)
  say(`It is of ${backup.manifest.createdAt}. Storing its pictures`)
  await storePictures(path, target, backup.sums.pictures, say)
  say('Filling the tables')
  await database.withoutTimeLimit((handle) =>
    handle.transaction().execute(async (db) => {
      await loadTables(path, db, { ...backup, migrations: target.migrations }, say)
      await onFilled?.(db)
    }),
  )
  await database.withoutTimeLimit((db) => analyzeTables(db))
  return backup.sums
}
