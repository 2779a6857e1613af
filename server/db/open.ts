import type { OpenDatabase } from '#server/db/database.ts'

import { openPostgres } from '#server/db/postgres.ts'

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
 * Opens the PostgreSQL server at `databaseUrl`, else the embedded PostgreSQL under `dataDir`, which is made when
 * missing. Rejects with a `StartupError` where the owner can mend it; its sentence never holds the password.
 */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { databaseUrl, databaseDirectUrl, databaseReadUrl, warn, dataDir, onFatal } = options
  if (databaseUrl) return openPostgres(databaseUrl, { directUrl: databaseDirectUrl, readUrl: databaseReadUrl, warn })
  const { openEmbedded } = await import('#server/db/embedded/open-embedded.ts')
  return openEmbedded({ dataDir, onFatal })
}
