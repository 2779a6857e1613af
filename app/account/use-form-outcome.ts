import { useEffect, useRef } from 'react'

import type { FormResult } from '#app/api/form-result.ts'

import { toastError, toastSuccess } from '#app/ui/toast.tsx'

interface OutcomeOptions {
  onSuccess?: () => void | Promise<void>
  /** What the toast says about any failure; else it says the failure's own sentence. */
  failureToast?: string
}

/** Says once in a toast how a form went, and calls `onSuccess` after a success. */
export function useFormOutcome(result: FormResult | undefined, { onSuccess, failureToast }: OutcomeOptions = {}): void {
  const told = useRef<FormResult>(undefined)
  useEffect(() => {
    if (!result || told.current === result) return
    told.current = result
    if (result.failure) toastError(failureToast ?? result.failure.message)
    if (result.success) toastSuccess(result.success)
    if (result.success) void onSuccess?.()
  }, [result, onSuccess, failureToast])
}
