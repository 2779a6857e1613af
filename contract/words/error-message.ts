import { isShopError, type FieldErrors } from '#contract/api/errors.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

/**
 * The message for a failed call: the server's own sentence if it sent one, else `fallback`. The server's general
 * 'Something went wrong' says less than the screen's own text, so `fallback` replaces it.
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!isShopError(error) || !error.message || error.message === WORDINGS.fallback) return fallback
  return error.message
}

/** What a failed call says about fields of its input; empty where it says nothing. */
export const fieldErrorsOf = (error: unknown): FieldErrors => (isShopError(error) && error.fields) || {}
