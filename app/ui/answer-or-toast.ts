import { messageOf } from '#contract/error-message.ts'
import { toastError } from '#app/ui/toast.tsx'

/** Shows why a call failed as a toast: the server's own sentence if it sent one, else `fallback`. */
export const toastFailure = (error: unknown, fallback: string): void => toastError(messageOf(error, fallback))

/** The answer of a call; undefined after a failure, which is shown as a toast. */
export async function answerOrToast<Answer>(call: Promise<Answer>, fallback: string): Promise<Answer | undefined> {
  try {
    return await call
  } catch (error) {
    toastFailure(error, fallback)
    return undefined
  }
}
