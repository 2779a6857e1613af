import type { Tags } from '#server/cache/tags.ts'
import type { Db } from '#server/db/database.ts'

import { nextAnnouncementTurn } from '#contract/settings/announcement-times.ts'
import { nextDayInIndia } from '#contract/units/india-time.ts'
import {
  DEFAULT_SETTINGS,
  isSettingName,
  SETTINGS,
  type SettingName,
  type Settings,
} from '#contract/settings/settings.ts'
import { keepCurrent, type Log } from '#server/cache/keep-current.ts'
import { SETTINGS_TAG } from '#server/cache/tags.ts'
import { listSettingRows, type SettingRow } from '#server/settings/queries.ts'

/** The settings in this process's memory. */
export interface CurrentSettings {
  /** The value of every setting, without waiting. Another process's change is here within a second. */
  current(): Readonly<Settings>
  /** The values of settings that the owner has not changed. */
  readonly defaults: Readonly<Settings>
  /** Reads all settings again. Await it after a change is committed, so that the very next answer shows it. */
  reload(): Promise<void>
  close(): Promise<void>
}

/** The settings that these rows make; a row that cannot be used counts as not set. */
export function settingsOf(rows: readonly Pick<SettingRow, 'name' | 'value'>[], defaults: Settings): Settings {
  const usable = rows.flatMap(({ name, value }): [SettingName, unknown][] => {
    if (value === null || !isSettingName(name)) return []
    const { success, data } = SETTINGS[name].schema.safeParse(value)
    return success ? [[name, data]] : []
  })
  return { ...defaults, ...Object.fromEntries(usable) }
}

/**
 * Reads the settings and follows their changes, here and in other processes. `firstValues` replace defaults of the
 * contract by what the environment sets.
 */
export async function openSettings(
  { db, tags, log }: { db: Db; tags: Tags; log: Log },
  firstValues: Partial<Settings>,
): Promise<CurrentSettings> {
  const defaults: Settings = { ...DEFAULT_SETTINGS, ...firstValues }
  let settings = settingsOf(await listSettingRows(db), defaults)
  let turn: NodeJS.Timeout | undefined

  /** Pages are made again when the announcement begins or ends, and when another day begins. */
  function awaitTurn() {
    clearTimeout(turn)
    const now = Date.now()
    const next = Math.min(nextAnnouncementTurn(settings, now) ?? Number.POSITIVE_INFINITY, nextDayInIndia(now))
    turn = setTimeout(() => {
      if (Date.now() >= next) tags.outdate(SETTINGS_TAG)
      awaitTurn()
    }, next - now).unref()
  }
  awaitTurn()

  async function read() {
    const found = settingsOf(await listSettingRows(db), defaults)
    if (JSON.stringify(found) === JSON.stringify(settings)) return
    settings = found
    awaitTurn()
    // A page that was made between the announcement and now shows the old values.
    tags.outdate(SETTINGS_TAG)
  }

  const { reload, close } = keepCurrent({ tags, log }, { tag: SETTINGS_TAG, what: 'the settings', read })
  return {
    current: () => settings,
    defaults,
    reload,
    async close() {
      await close()
      clearTimeout(turn)
    },
  }
}
