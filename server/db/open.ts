import type { Kysely } from 'kysely'

import type { Read, ReadCounts } from '#server/db/standby.ts'
import type { Tables } from '#server/db/tables.ts'

import { openPostgres } from '#server/db/postgres.ts'

/** The handle that every query takes as its first argument; a transaction callback shadows it with its own. */
export type Db = Kysely<Tables>

export interface OpenDatabase {
  db: Db
  /** For lists and reports: reads from a standby if there is one that can be used, and sees everything that was committed. */
  read: Read
  /** Where `read` was answered since the start; none without a standby. */
  reads?: () => ReadCounts
  engine: 'embedded' | 'server'
  /** What the owner should mend although the shop works: sessions go through a pooler. */
  warning?: string | undefined
  /** True when a trivial query answers within `timeoutMs`; never rejects. */
  isReachable: (timeoutMs: number) => Promise<boolean>
  /** Connections in use and open without use, and how much work waits for one. */
  connections: () => { used: number; idle: number; waiting: number }
  /** False while no new order may be taken because the disk is nearly full; a server looks after its own disk. */
  hasFreeSpace: () => boolean
  /**
   * Calls `onNotify` for every NOTIFY on the channel. Resolves to the function that ends this. A lost connection is made again;
   * then `onNotify('')` is called, because notifications may have been missed. Until then it is called within a second of each
   * commit that announces something.
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
