import type { z } from 'zod'

import type { AuditEntry } from '#server/audit/queries.ts'
import type { Db } from '#server/db/database.ts'

import type { SettingsChange, SettingVersions, ShownSetting } from '#contract/settings/setting-calls.ts'
import { faultBetween, isSettingName, SETTINGS, type SettingName, type Settings } from '#contract/settings/settings.ts'
import { recordChanges } from '#server/audit/service.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { conflict, conflictIn, invalidField, notFound } from '#server/errors.ts'
import { settingsOf } from '#server/settings/current-settings.ts'
import { findUnreadablePolicy, POLICY_UNREADABLE } from '#server/settings/policies.ts'
import {
  listSettingChanges,
  listSettingRows,
  lockSettings,
  saveSettingRow,
  type SettingRow,
} from '#server/settings/queries.ts'

export { htmlOfMarkdown } from '#server/settings/markdown.ts'

const SHOWN_VERSIONS = 50
const NOT_USABLE = 'What this setting was before can no longer be used. Please choose its value anew.'
const CHANGED_MEANWHILE = 'Somebody else has changed this setting. Please look at its new value first.'

const NAMES = Object.keys(SETTINGS) as SettingName[]

const byName = (rows: readonly SettingRow[]) => new Map(rows.map((row) => [row.name, row]))

/** Every setting as the settings screen shows it. */
export async function listSettings(db: Db, defaults: Settings): Promise<ShownSetting[]> {
  const rows = byName(await listSettingRows(db))
  const settings = settingsOf([...rows.values()], defaults)
  return NAMES.map((name) => {
    const row = rows.get(name)
    const { label, group, input, hint, options } = SETTINGS[name]
    return {
      name,
      label,
      group,
      input,
      hint,
      options: options && [...options],
      value: settings[name],
      default: defaults[name],
      isDefault: settings[name] === defaults[name],
      revision: row?.revision ?? 0,
      changedAt: row?.changedAt.toISOString(),
    }
  })
}

interface Change {
  name: SettingName
  /** Null for the default. */
  value: unknown
  revision: number | undefined
}

const kept = (value: unknown) => (value === null ? undefined : { value })

/** Writes changes that the caller has locked and checks what they make together. */
async function saveChanges(
  db: Db,
  changes: readonly Change[],
  { actorId, action, defaults }: { actorId: string; action: string; defaults: Settings },
): Promise<void> {
  const before = byName(await listSettingRows(db))
  for (const { name, revision } of changes) {
    if (revision !== (before.get(name)?.revision ?? 0)) throw conflictIn(name, CHANGED_MEANWHILE)
  }
  const changed = changes.filter(({ name, value }) => value !== (before.get(name)?.value ?? null))
  for (const { name, value } of changed) await saveSettingRow(db, { name, value, changedBy: actorId })
  const settings = settingsOf(await listSettingRows(db), defaults)
  // What was at fault before this change, as after an upgrade, hinders no other one.
  const earlier = settingsOf([...before.values()], defaults)
  const fault = faultBetween(settings)
  if (fault && fault.sentence !== faultBetween(earlier)?.sentence) throw invalidField(fault.field, fault.sentence)
  const unreadable = findUnreadablePolicy(settings)
  if (unreadable && unreadable !== findUnreadablePolicy(earlier)) throw invalidField(unreadable, POLICY_UNREADABLE)
  const entries = changed.map(({ name, value }): AuditEntry => {
    const [was, is] = [kept(before.get(name)?.value ?? null), kept(value)]
    return { actorId, action, subject: ['setting', name], before: was, after: is }
  })
  await recordChanges(db, entries)
}

/**
 * Changes these settings, all or none. Throws `conflict` if one has changed since the caller saw it, and `invalid` if
 * the values do not go together. Reload the current settings afterwards.
 */
export function changeSettings(
  db: Db,
  { actorId, defaults }: { actorId: string; defaults: Settings },
  { values, revisions }: z.output<typeof SettingsChange>,
): Promise<void> {
  const changes = NAMES.filter((name) => values[name] !== undefined).map((name) => ({
    name,
    value: values[name] ?? null,
    revision: revisions[name],
  }))
  return inTransaction(db, async (db) => {
    await lockSettings(db)
    await saveChanges(db, changes, { actorId, action: 'change setting', defaults })
  })
}

function checkName(name: string): SettingName {
  if (!isSettingName(name)) throw notFound('Setting')
  return name
}

/**
 * Brings back the value that a setting had before its last change. Doing it twice brings back the last one. Throws
 * `conflict` if the setting has changed since the caller saw it, so that a second click undoes nothing more, and where
 * it takes such a value no longer.
 */
export function undoSetting(
  db: Db,
  { actorId, defaults }: { actorId: string; defaults: Settings },
  { name: wanted, revision }: { name: string; revision: number },
): Promise<void> {
  const name = checkName(wanted)
  return inTransaction(db, async (db) => {
    await lockSettings(db)
    const [last] = await listSettingChanges(db, name, 1)
    if (!last) throw conflict('This setting was never changed.')
    const value = last.before?.value ?? null
    // The setting took other values then.
    if (value !== null && !SETTINGS[name].schema.safeParse(value).success) throw conflict(NOT_USABLE)
    await saveChanges(db, [{ name, value, revision }], { actorId, action: 'undo change of setting', defaults })
  })
}

/**
 * What a setting was, newest first, without values that it takes no longer. Throws not-found for a name that no setting
 * has.
 */
export async function listSettingVersions(db: Db, name: string): Promise<SettingVersions> {
  const { schema } = SETTINGS[checkName(name)]
  const changes = await listSettingChanges(db, checkName(name), SHOWN_VERSIONS)
  return changes.flatMap(({ after, at, by }) => {
    const { success, data: value } = schema.safeParse(after?.value)
    if (!success && after?.value !== undefined) return []
    return [{ value, changedAt: at.toISOString(), changedBy: by ?? undefined }]
  })
}
