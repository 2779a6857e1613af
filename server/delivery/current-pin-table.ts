import type { keepCurrent } from '#server/cache/keep-current.ts'
import type { Db } from '#server/db/database.ts'

import { createPinIndex, type PinIndex } from '#server/delivery/pin-areas.ts'
import { findPinTableVersion, listPinTables } from '#server/delivery/queries.ts'

/** The PIN table in this process's memory. */
export interface CurrentPinTable {
  /** The table without waiting. Another process's change is here within a second. */
  current(): PinIndex
  /** Reads the table again. Await it after a change is committed, so that the very next answer shows it. */
  reload(): Promise<void>
  close(): Promise<void>
}

interface Following {
  /** Runs `read` whenever the table may have changed, here or in another process. */
  keep: (read: () => Promise<void>) => ReturnType<typeof keepCurrent>
  /** Pages say whether the PIN is asked for, so a new table outdates them. */
  outdatePages(): void
}

/** Reads the PIN table, and again whenever `keep` says so. */
export async function readPinTable(db: Db, { keep, outdatePages }: Following): Promise<CurrentPinTable> {
  let version = 0
  let index = createPinIndex([])

  async function read() {
    // A change of the catalogue calls this, too, and the table is large.
    if ((await findPinTableVersion(db)) === version) return
    const [newest] = await listPinTables(db, 1)
    version = newest?.version ?? 0
    index = createPinIndex(newest?.areas ?? [])
    outdatePages()
  }

  await read()
  const { reload, close } = keep(read)
  return { current: () => index, reload, close }
}
