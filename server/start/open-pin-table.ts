import type { CurrentPinTable } from '#server/delivery/current-pin-table.ts'
import type { Db } from '#server/db/database.ts'

import { keepCurrent, type Log } from '#server/cache/keep-current.ts'
import { DELIVERY_TAG, SETTINGS_TAG, type Tags } from '#server/cache/tags.ts'
import { readPinTable } from '#server/delivery/current-pin-table.ts'

/** Reads the PIN table and follows its changes, here and in other processes. */
export function openPinTable({ db, tags, log }: { db: Db; tags: Tags; log: Log }): Promise<CurrentPinTable> {
  return readPinTable(db, {
    keep: (read) => keepCurrent({ tags, log }, { tag: DELIVERY_TAG, what: 'the PIN table', read }),
    outdatePages: () => tags.outdate(SETTINGS_TAG),
  })
}
