import type { Tags } from '#server/cache/tags.ts'
import type { Db } from '#server/db/database.ts'

import { keepCurrent, type Log } from '#server/cache/keep-current.ts'
import { DELIVERY_TAG, SETTINGS_TAG } from '#server/cache/tags.ts'
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

/** Reads the PIN table and follows its changes, here and in other processes. */
export async function openPinTable({ db, tags, log }: { db: Db; tags: Tags; log: Log }): Promise<CurrentPinTable> {
  let version = 0
  let index = createPinIndex([])

  async function read() {
    // A change of the catalogue calls this, too, and the table is large.
    if ((await findPinTableVersion(db)) === version) return
    const [newest] = await listPinTables(db, 1)
    version = newest?.version ?? 0
    index = createPinIndex(newest?.areas ?? [])
    // Pages say whether the PIN is asked for.
    tags.outdate(SETTINGS_TAG)
  }

  await read()
  const { reload, close } = keepCurrent({ tags, log }, { tag: DELIVERY_TAG, what: 'the PIN table', read })
  return { current: () => index, reload, close }
}
