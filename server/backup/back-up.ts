import { createHash } from 'node:crypto'

import type { Db, OpenDatabase } from '#server/db/database.ts'
import type { Pictures } from '#server/media/stored-pictures.ts'

import { writeArchive, type AddFile } from '#server/backup/archive.ts'
import { MANIFEST, pictureName, rowsName, SUMS, type Manifest, type Sums } from '#server/backup/manifest.ts'
import { findMigrations, listSequences, listTables, readLines, setTextForms } from '#server/backup/table-queries.ts'
import { StartupError } from '#server/start/startup-error.ts'

interface Source {
  database: OpenDatabase
  pictures: Pictures
}

interface Run {
  say(line: string): void
  signal: AbortSignal
}

const PART_BYTES = 1024 * 1024
/** A picture is found by its name in any table, so that a new place for pictures needs no change here. */
const PICTURE_NAME = /\b[0-9a-f]{32}\b/g
const SAY_EVERY_PICTURES = 200
const SAY_EVERY_ROWS = 100_000

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
const jsonBytes = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
const counted = (total: number, one: string) => `${total.toLocaleString('en')} ${one}${total === 1 ? '' : 's'}`

/** Adds the rows of a table to the archive, and what may be the names of pictures in them to `names`. */
async function addRows(
  db: Db,
  table: Parameters<typeof readLines>[1],
  names: Set<string>,
  { add, say }: { add: AddFile; say: Run['say'] },
) {
  const hash = createHash('sha256')
  let [rows, part, spoken] = [0, 0, 0]
  let text = ''
  const flush = async () => {
    if (text === '') return
    hash.update(text)
    for (const [word] of text.matchAll(PICTURE_NAME)) names.add(word)
    part += 1
    await add(rowsName(table.name, part), Buffer.from(text))
    text = ''
  }
  for await (const lines of readLines(db, table)) {
    rows += lines.length
    text += `${lines.join('\n')}\n`
    if (text.length >= PART_BYTES) await flush()
    if (rows - spoken < SAY_EVERY_ROWS) continue
    spoken = rows
    say(`  ${table.name}: ${rows.toLocaleString('en')} …`)
  }
  await flush()
  return { rows, sha256: hash.digest('hex') }
}

/** Adds every table as it was at one moment, and resolves to their sums and to what may be names of pictures. */
async function addTables({ database }: Source, add: AddFile, { say }: Run) {
  return database.withoutTimeLimit((handle) =>
    handle
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (db) => {
        await setTextForms(db)
        const migrations = await findMigrations(db)
        if (!migrations) throw new StartupError('There is nothing to back up: the database holds no shop.')
        const tables = await listTables(db)
        const manifest: Manifest = {
          format: 'selvedge backup 1',
          createdAt: new Date().toISOString(),
          engine: database.engine,
          migrations,
          tables: tables.map(({ name, columns }) => ({ name, columns })),
          sequences: await listSequences(db),
        }
        const bytes = jsonBytes(manifest)
        await add(MANIFEST, bytes)
        const sums: Sums = { manifest: sha256(bytes), tables: {}, pictures: 0 }
        const names = new Set<string>()
        for (const [index, table] of tables.entries()) {
          const sum = await addRows(db, table, names, { add, say })
          sums.tables[table.name] = sum
          say(`  table ${index + 1} of ${tables.length}, ${table.name}: ${counted(sum.rows, 'row')}`)
        }
        return { sums, names }
      }),
  )
}

/**
 * Writes the shop's database, as it is at one moment, and its pictures into a new file. On a PostgreSQL server the shop
 * may go on meanwhile. Rejects with a `StartupError` if the file exists or cannot be written; nothing of it is left
 * then.
 */
export async function backUp(source: Source, path: string, run: Run): Promise<Sums> {
  let sums: Sums | undefined
  await writeArchive(path, run.signal, async (add) => {
    const { sums: found, names } = await addTables(source, add, run)
    const sayPictures = (total: number) => run.say(`  ${counted(total, 'picture')}`)
    let pictures = 0
    for (const hash of names) {
      const master = await source.pictures.findMaster(hash)
      if (!master) continue
      await add(pictureName(hash), master)
      pictures += 1
      if (pictures % SAY_EVERY_PICTURES === 0) sayPictures(pictures)
    }
    sayPictures(pictures)
    sums = { ...found, pictures }
    await add(SUMS, jsonBytes(sums))
  })
  if (!sums) throw new Error('the archive was closed before it was filled')
  return sums
}
