import { z } from 'zod'

import { SETTING_INPUTS } from '#contract/settings/setting-groups.ts'
import { SETTINGS, type SettingName } from '#contract/settings/settings.ts'
import { id, time } from '#contract/schemas/basic-schemas.ts'

const schemas = Object.fromEntries(
  Object.entries(SETTINGS).map(([name, { schema, typed = schema }]) => [name, typed.nullable().optional()]),
) as unknown as { [Name in SettingName]: z.ZodOptional<z.ZodNullable<(typeof SETTINGS)[Name]['schema']>> }

/**
 * Some settings with their new values; null brings the default back. `revisions` are those that the form was filled
 * from.
 */
export const SettingsChange = z.strictObject({
  values: z.strictObject(schemas),
  revisions: z.partialRecord(z.enum(Object.keys(SETTINGS) as SettingName[]), z.number().int().min(0)),
})
export type SettingsChange = z.input<typeof SettingsChange>

/** `revision` is that of the value which the caller saw. */
export const SettingUndo = z.strictObject({ revision: z.number().int().min(1) })

/** The text fields of a form that brings a picture; `revision` is that of the setting which the caller saw. */
export const ShopPictureForm = z.strictObject({ revision: z.coerce.number().int().min(0) })

const value = z.union([z.string(), z.number(), z.boolean()])

/** A setting as its screen shows it. */
export const ShownSetting = z.object({
  name: z.string(),
  label: z.string(),
  /** Its place on the screen of settings or on that of words. */
  group: z.string(),
  input: z.enum(SETTING_INPUTS),
  hint: z.string().optional(),
  options: z.array(z.string()).optional(),
  value,
  default: value,
  isDefault: z.boolean(),
  /** 0 if it was never changed. */
  revision: z.number().int(),
  changedAt: time.optional(),
})
export type ShownSetting = z.infer<typeof ShownSetting>

export const SettingsAnswer = z.object({ message: z.string(), settings: z.array(ShownSetting) })
export type SettingsAnswer = z.infer<typeof SettingsAnswer>

export const SettingParams = z.object({ name: id })

/** What a setting was, newest first; the first is what it is now. */
export const SettingVersions = z.array(
  z.object({
    /** Missing where the default held. */
    value: value.optional(),
    changedAt: time,
    /** The administrator's e-mail address. */
    changedBy: z.string().optional(),
  }),
)
export type SettingVersions = z.infer<typeof SettingVersions>
