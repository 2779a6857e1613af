import { useState } from 'react'

import { messageOf } from '#contract/wordings/error-message.ts'
import { browserApi } from '#app/api/admin-browser-api.ts'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { CsvAnswer, StockConflict } from '#contract/catalogue/admin-catalogue.ts'
import { isShopError } from '#contract/errors.ts'
import { WORDINGS } from '#contract/wordings/specified-wordings.ts'

/**
 * The import of a CSV file: first a preview of the changes, then the changes. If products changed in between, a new preview is
 * shown before anything is written.
 */
export function useCsvImport() {
  const [file, setFile] = useState<File>()
  const [answer, setAnswer] = useState<CsvAnswer>()
  const [stockConflict, setStockConflict] = useState<StockConflict>()
  const [failure, setFailure] = useState<{ message: string }>()
  const { isBusy, run } = useTask()

  function choose(chosen: File | undefined) {
    setFile(chosen)
    setAnswer(undefined)
    setStockConflict(undefined)
    setFailure(undefined)
  }

  async function send(token?: string, counted = stockConflict) {
    if (!file) return
    setFailure(undefined)
    try {
      const next = await browserApi.importProducts(file, token, counted)
      setAnswer(next)
      if (next.isApplied) toastSuccess(next.message)
    } catch (error) {
      const message = messageOf(error, WORDINGS.fallback)
      setFailure({ message })
      toastError(message)
      const isConflict = token !== undefined && isShopError(error) && error.status === 409
      setAnswer(
        isConflict ? await browserApi.importProducts(file, undefined, counted).catch(() => undefined) : undefined,
      )
    }
  }

  return {
    file,
    answer,
    failure,
    isBusy,
    choose,
    stockConflict,
    /** Says what counts of stocks that have changed on both sides, and checks the file anew. */
    settle: (counted: StockConflict) => {
      setStockConflict(counted)
      void run(() => send(undefined, counted))
    },
    check: () => void run(() => send()),
    apply: () => void run(() => send(answer?.token)),
  }
}
