import { messageOf } from '#contract/words/error-message.ts'
import { isShopError } from '#contract/api/errors.ts'

/** The answer of a call, or the message of its error. */
export type LoadedOrFailure<Answer> = { answer: Answer; failure?: undefined } | { answer?: undefined; failure: string }

/**
 * Loads data for an admin page. An error of the API becomes its message, or `fallback` for an internal error. The guard
 * around the page handles a missing session.
 */
export async function loadOrFailure<Answer>(call: Promise<Answer>, fallback: string): Promise<LoadedOrFailure<Answer>> {
  try {
    return { answer: await call }
  } catch (error) {
    if (!isShopError(error)) throw error
    return { failure: messageOf(error, fallback) }
  }
}
