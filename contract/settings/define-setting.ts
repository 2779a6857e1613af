import { z } from 'zod'

import type {
  GROUPS_BESIDE_WORDS,
  PIN_SETTINGS_GROUP,
  SettingGroup,
  SettingInput,
} from '#contract/settings/setting-groups.ts'

import { PICTURE_VALUE } from '#contract/settings/shop-pictures.ts'
import { optionalText } from '#contract/schemas/basic-schemas.ts'
import { withLatinDigits } from '#contract/schemas/typed-text.ts'

/** Text that may be empty, without line breaks, since it stands in headings and in the headers of mails. */
export const line = (max: number) => optionalText(max).regex(/^\P{Cc}*$/u, { error: 'One line of text only.' })
/** A line that is empty or fits the schema. */
export const orEmpty = (schema: z.ZodType) =>
  line(2000).superRefine((value, context) => {
    const fault = value === '' ? undefined : schema.safeParse(value).error?.issues[0]
    if (fault) context.addIssue({ code: 'custom', message: fault.message })
  })
export const matching = (pattern: RegExp, error: string) => orEmpty(z.string().regex(pattern, { error }))

/** Categories by their ids, with a blank between two, so that another name changes nothing. */
export const categoryIds = matching(/^[\da-f]{24}(?: [\da-f]{24})*$/, 'Please choose from the categories.')

/** A picture that was uploaded for this setting. */
export const picture = matching(PICTURE_VALUE, 'Please choose a picture.')

/** Where a link of the owner leads: a path of the shop or an address of another site. */
export const shopLink = matching(
  /^(?:\/(?![/\\])|https:\/\/[^\s/\\@]+(?:\/|$))[^\s\\]{0,300}$/,
  'A path of the shop, such as /categories/shirts, or an address that starts with https://',
)

/**
 * A phone number as it is shown to customers: with the blanks that its owner wrote, in digits that every phone can
 * dial.
 */
export const phone = optionalText(60)
  .overwrite((typed) =>
    withLatinDigits(typed.normalize('NFKC'))
      .replaceAll(/[\s.\p{Cf}]+/gu, ' ')
      .replaceAll(/\p{Pd}/gu, '-')
      .trim(),
  )
  .refine((typed) => typed === '' || /^\+?[\d ()-]{6,20}$/.test(typed), { error: 'A phone number has 6 to 20 digits.' })
export const socialPage = orEmpty(
  z
    .url({ protocol: /^https$/, hostname: z.regexes.domain, error: 'An address that starts with https://' })
    .max(300, { error: 'At most 300 characters.' }),
)
export const whole = (min: number, max: number, what: string) =>
  z
    .number({ error: 'Please enter a number.' })
    .int({ error: `A whole number of ${what}.` })
    .min(min, { error: `At least ${min}.` })
    .max(max, { error: `At most ${max}.` })

export interface SettingRow<Schema extends z.ZodType<string | number | boolean>> {
  label: string
  /** Its place on the screen of settings or on that of words. */
  group: string
  /** Its sentences are shown beside the field. */
  schema: Schema
  /** What is taken anew, where some of what was saved before would be refused now. */
  typed?: Schema | undefined
  /** What holds until the owner changes it. */
  default: z.output<Schema>
  input: SettingInput
  hint?: string | undefined
  options?: readonly string[]
}

export const setting = <Schema extends z.ZodType<string | number | boolean>>(
  row: SettingRow<Schema> & { group: SettingGroup | (typeof GROUPS_BESIDE_WORDS)[number] | typeof PIN_SETTINGS_GROUP },
): SettingRow<Schema> => row
