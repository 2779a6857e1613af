import { useEffect, useRef } from 'react'

import type { FormResult } from '#app/api/form-result.ts'

import { dismissToast, toastError, toastSuccess } from '#app/ui/toast.tsx'

interface OutcomeOptions {
  onSuccess?: () => void | Promise<void>
  /** The toast's text for any failure; by default the failure's own sentence. */
  failureToast?: string
}

/**
 * Shows the outcome of a form once, as a toast that replaces the previous one, and calls `onSuccess` after a success.
 */
export function useFormOutcome(result: FormResult | undefined, { onSuccess, failureToast }: OutcomeOptions = {}): void {
  const reported = useRef<FormResult>(undefined)
  const shownFailure = useRef<string>(undefined)
  useEffect(() => {
    if (!result || reported.current === result) return
    reported.current = result
    const failure = result.failure && (failureToast ?? result.failure.message)
    if (shownFailure.current !== undefined && shownFailure.current !== failure) dismissToast(shownFailure.current)
    shownFailure.current = failure
    if (failure !== undefined) toastError(failure)
    if (result.success) toastSuccess(result.success)
    if (result.success) void onSuccess?.()
  }, [result, onSuccess, failureToast])
}
