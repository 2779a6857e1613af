import { z } from 'zod'

import type { PlacedWord, WordName } from '#contract/words/all-words.ts'

import { line, type SettingRow } from '#contract/settings/define-setting.ts'
import { optionalText } from '#contract/schemas/basic-schemas.ts'
import { WORDS } from '#contract/words/all-words.ts'
import { inBraces, placeholderFault } from '#contract/words/placeholders.ts'

/** Signs that turn the direction of what follows would let a text read as another one. */
const TURNS_AROUND = /[\u202A-\u202E\u2066-\u2069]/
const TAG = /<\s*[a-z!/?]/i

/** What no text of the owner may hold, as a sentence. */
export function plainTextFault(text: string): string | undefined {
  if (TAG.test(text)) return 'Plain text only: please leave out tags such as <b>.'
  if (TURNS_AROUND.test(text)) return 'This text holds a character that turns the direction of what follows.'
  return undefined
}

/** Browsers send line ends as CRLF; they are stored as LF. */
const severalLines = (max: number) =>
  z.preprocess(
    (typed) => (typeof typed === 'string' ? typed.replaceAll(/\r\n?/g, '\n') : typed),
    optionalText(max).regex(/^(?:\P{Cc}|\n)*$/u, { error: 'This text holds a character that cannot be shown.' }),
  )

function wordSchema({ max, isLong, isOptional, placeholders, needs = [] }: PlacedWord): z.ZodType<string> {
  const written = isLong ? severalLines(max) : line(max)
  return written.superRefine((text, context) => {
    const missing =
      text === '' && !isOptional ? 'Please write something here, or bring the shop’s own words back.' : undefined
    const fault =
      missing ?? plainTextFault(text) ?? (text === '' ? undefined : placeholderFault(text, placeholders, needs))
    if (fault) context.addIssue({ code: 'custom', message: fault })
  })
}

function hintOf({ hint, placeholders }: PlacedWord): string | undefined {
  const usable = placeholders.length === 0 ? undefined : `You can use ${placeholders.map(inBraces).join(', ')}.`
  return [hint, usable].filter(Boolean).join(' ') || undefined
}

const wordSetting = (word: PlacedWord): SettingRow<z.ZodType<string>> => ({
  label: word.label,
  group: word.group,
  schema: wordSchema({ ...word, max: word.savedMax ?? word.max }),
  typed: word.savedMax === undefined ? undefined : wordSchema(word),
  default: word.default,
  input: word.isLong ? 'text' : 'line',
  hint: hintOf(word),
})

/** The owner's words as rows of `SETTINGS`. */
export const WORD_SETTINGS = Object.fromEntries(
  WORDS.map((word) => [word.name, wordSetting(word)]),
) as unknown as Readonly<Record<WordName, ReturnType<typeof wordSetting>>>
