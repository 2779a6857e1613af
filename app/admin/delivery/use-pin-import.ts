import { useState } from 'react'

import { browserApi } from '#app/api/admin-browser-api.ts'
import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import type { ColumnChoice, PinTableAnswer } from '#contract/delivery/pin-table.ts'
import { isShopError } from '#contract/errors.ts'
import { messageOf } from '#contract/wordings/error-message.ts'
import { WORDINGS } from '#contract/wordings/specified-wordings.ts'

interface Choices {
  columns?: ColumnChoice
  replaces?: boolean
}

/**
 * The import of a sheet of PIN codes: first what it would change, then the changes. If the table changed in between, what it would change now
 * is shown before anything is written.
 */
export function usePinImport(onApplied: () => Promise<void>) {
  const [file, setFile] = useState<File>()
  const [choices, setChoices] = useState<Choices>({})
  const [answer, setAnswer] = useState<PinTableAnswer>()
  const [failure, setFailure] = useState<{ message: string }>()
  const { isBusy, run } = useTask()

  async function send(made: Choices, token?: string) {
    if (!file) return
    setFailure(undefined)
    try {
      const next = await browserApi.importPinTable(file, { ...made, ...(token !== undefined && { token }) })
      setAnswer(next)
      if (!next.isApplied) return
      toastSuccess(next.message)
      await onApplied()
    } catch (error) {
      const message = messageOf(error, WORDINGS.fallback)
      setFailure({ message })
      toastError(message)
      const isOutdated = token !== undefined && isShopError(error) && error.status === 409
      setAnswer(isOutdated ? await browserApi.importPinTable(file, made).catch(() => undefined) : undefined)
    }
  }

  return {
    file,
    answer,
    failure,
    isBusy,
    replaces: choices.replaces === true,
    choose(chosen: File | undefined) {
      setFile(chosen)
      setChoices(({ replaces = false }) => ({ replaces }))
      setAnswer(undefined)
      setFailure(undefined)
    },
    /** Says what the columns stand for or whether the other rows leave, and checks the sheet anew. */
    settle(changed: Choices) {
      const made = { ...choices, ...changed }
      setChoices(made)
      if (answer) void run(() => send(made))
    },
    check: () => void run(() => send(choices)),
    apply: () => void run(() => send(choices, answer?.token)),
  }
}
