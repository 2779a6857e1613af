import { isShopError } from '#contract/errors.ts'
import { WORDINGS } from '#contract/specified-wordings.ts'

/**
 * The message for a failed call: the server's own sentence if it sent one, else `fallback`. The server's general 'Something
 * went wrong' says less than the screen's own text, so `fallback` replaces it.
 */
export function messageOf(error: unknown, fallback: string): string {
  if (!isShopError(error) || !error.message || error.message === WORDINGS.fallback) return fallback
  return error.message
}
