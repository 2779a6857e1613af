import { messageOf } from '#app/api/error-message.ts'
import { isShopError } from '#contract/errors.ts'

/** What an admin page loads: the answer, or the sentence that says why there is none. */
export type Deferred<Answer> = { answer: Answer; failure?: undefined } | { answer?: undefined; failure: string }

/**
 * Loads for an admin page. A refusal by the server becomes its sentence (or `fallback` for a fault of the shop's own); a
 * missing session is left to the guard around the page, which leads to the sign-in.
 */
export async function loadOrFailure<Answer>(call: Promise<Answer>, fallback: string): Promise<Deferred<Answer>> {
  try {
    return { answer: await call }
  } catch (error) {
    if (!isShopError(error)) throw error
    return { failure: messageOf(error, fallback) }
  }
}
