import type { ErrorCode, FieldErrors } from '#contract/api/errors.ts'

import { messageOf } from '#contract/words/error-message.ts'
import { isShopError } from '#contract/api/errors.ts'

/** The result of a submitted form. `values` are returned so that nothing typed is lost. */
export interface FormResult {
  /** Set when it worked: the sentence to show. */
  success?: string
  failure?: { message: string; fields?: FieldErrors; code?: ErrorCode }
  values?: Record<string, string>
}

/** The props of a form's field by its name: what was typed before, and what is wrong with it. */
export const fieldPropsOf =
  ({ values = {}, failure }: FormResult = {}) =>
  (name: string) => ({ name, defaultValue: values[name], error: failure?.fields?.[name] })

/** The text of one field of a form; empty where it is missing or a file. */
export function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** The number in one field of a form; undefined where it is empty. */
export function numberIn(form: FormData, name: string): number | undefined {
  const text = textIn(form, name).trim()
  return text === '' ? undefined : Number(text)
}

/** The values of a form's field that may be chosen several times. */
export const chosenIn = (form: FormData, name: string): string[] =>
  form.getAll(name).filter((value) => typeof value === 'string')

/** The texts of a form by field name. Pictures and other files are left out. */
export function textsOf(form: FormData): Record<string, string> {
  return Object.fromEntries([...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

/** Characters of all fields together that a page shows again: more than any form takes. */
const MAX_REPEATED = 8000

/** What was typed, up to `MAX_REPEATED` characters: an answer does not grow with what a stranger sends. */
function repeatable(values: Record<string, string>): Record<string, string> {
  let left = MAX_REPEATED
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const shown = value.slice(0, left)
      left -= shown.length
      return [name, shown]
    }),
  )
}

/**
 * The result of a failed call, with the server's sentence if it sent one, else `fallback`. A password is never returned
 * to the page.
 */
export function failureOf(error: unknown, values: Record<string, string>, fallback: string): FormResult {
  const { password: _password, ...others } = values
  const { fields, code } = isShopError(error) ? error : {}
  const failure = { message: messageOf(error, fallback), ...(fields && { fields }), ...(code && { code }) }
  return { failure, values: repeatable(others) }
}
