import { isShopError } from '#contract/errors.ts'
import { WORDINGS } from '#contract/wordings.ts'

/**
 * What to say about a call that failed: the server's own sentence where it sent one, else `fallback`. The server's general
 * 'Something went wrong' says less than the screen's own words and gives way to them.
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!isShopError(error) || !error.message || error.message === WORDINGS.fallback) return fallback
  return error.message
}
