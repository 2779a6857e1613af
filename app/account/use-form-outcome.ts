import { useEffect, useRef } from 'react'

import type { FormResult } from '#app/api/form-result.ts'

import { dismissToast, toastError, toastSuccess } from '#app/ui/toast.tsx'

interface OutcomeOptions {
  onSuccess?: () => void | Promise<void>
  /** What the toast says about any failure; else it says the failure's own sentence. */
  failureToast?: string
}

/** Says once in a toast how a form went, in place of how it went before, and calls `onSuccess` after a success. */
export function useFormOutcome(result: FormResult | undefined, { onSuccess, failureToast }: OutcomeOptions = {}): void {
  const told = useRef<FormResult>(undefined)
  const shownFailure = useRef<string>(undefined)
  useEffect(() => {
    if (!result || told.current === result) return
    told.current = result
    const failure = result.failure && (failureToast ?? result.failure.message)
    if (shownFailure.current !== undefined && shownFailure.current !== failure) dismissToast(shownFailure.current)
    shownFailure.current = failure
    if (failure !== undefined) toastError(failure)
    if (result.success) toastSuccess(result.success)
    if (result.success) void onSuccess?.()
  }, [result, onSuccess, failureToast])
}
