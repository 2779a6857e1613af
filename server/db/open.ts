import type { Kysely } from 'kysely'

import type { Read, ReadCounts } from '#server/db/standby.ts'
import type { Tables } from '#server/db/tables.ts'

import { openPostgres } from '#server/db/postgres.ts'

/** The handle that every query takes as its first argument; a transaction callback shadows it with its own. */
export type Db = Kysely<Tables>

export interface OpenDatabase {
  db: Db
  /** For lists and reports: answers from a standby where there is one that is of use, and misses nothing that was committed. */
  read: Read
  /** Where `read` was answered since the start; none without a standby. */
  reads?: () => ReadCounts
  engine: 'embedded' | 'server'
  /** What somebody should mend, although the shop works: that sessions go through a pooler. */
  warning?: string | undefined
  /** True when a trivial query answers within `timeoutMs`; never rejects. */
  isReachable: (timeoutMs: number) => Promise<boolean>
  /** Connections in use and open without use, and how much work waits for one. */
  connections: () => { used: number; idle: number; waiting: number }
  /** False while no new order may be taken because the disk is nearly full; a server looks after its own disk. */
  hasFreeSpace: () => boolean
  /**
   * Calls `onNotify` for every NOTIFY on the channel and resolves to the function that ends that. A lost connection is
   * made again by itself; `onNotify` is then called with '', since something may have been missed meanwhile. Until then
   * it is called with '' within a second of each commit after which something was announced.
   */
  listen: (channel: string, onNotify: (payload: string) => void) => Promise<() => Promise<void>>
  /** Runs `work` with a handle whose statements may take as long as they need: migrations, large imports. */
  withoutTimeLimit: <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>
  close: () => Promise<void>
}

interface OpenOptions {
  databaseUrl?: string | undefined
  /** The same database without a pooler, for LISTEN and migrations; the same address unless given. */
  databaseDirectUrl?: string | undefined
  /** A standby of that server, for `read`. It may be away, now and later. */
  databaseReadUrl?: string | undefined
  /** Called with one line when reads leave the standby and when they return. */
  warn?: ((line: string) => void) | undefined
  /** Home of the embedded database; not touched where `databaseUrl` is given. */
  dataDir: string
  /** Called once with one line when the database can never answer again; the process must end. */
  onFatal: (line: string) => void
}

/**
 * Opens the PostgreSQL server at `databaseUrl`, else the embedded PostgreSQL under `dataDir`, which is made when missing.
 * Rejects with a `StartupError` where the owner can mend it; its sentence never holds the password.
 */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { databaseUrl, databaseDirectUrl, databaseReadUrl, warn, dataDir, onFatal } = options
  if (databaseUrl) return openPostgres(databaseUrl, { directUrl: databaseDirectUrl, readUrl: databaseReadUrl, warn })
  const { openEmbedded } = await import('#server/db/embedded/open-embedded.ts')
  return openEmbedded({ dataDir, onFatal })
}
