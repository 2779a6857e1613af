import { useState } from 'react'

import { toastError, toastSuccess } from '#app/ui/toast.tsx'
import { useTask } from '#app/ui/use-task.ts'
import { isShopError } from '#contract/api/errors.ts'
import { messageOf } from '#contract/words/error-message.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

interface Answer {
  /** With it the changes that were told are made. */
  token: string
  isApplied: boolean
  message: string
}

interface CsvImport<Choices, Told> {
  /** Without a token it only tells what would happen. */
  send: (file: File, choices: Choices, token?: string) => Promise<Told>
  initial: Choices
  /** What of the choices holds for another file, too; by default nothing. */
  keep?: (choices: Choices) => Choices
  onApplied?: () => Promise<void>
}

/**
 * The import of a CSV file: first what it would change, then the changes. If the shop changed in between, what it would
 * change now is told before anything is written.
 */
export function useCsvImport<Choices extends object, Told extends Answer>({
  send: sendFile,
  initial,
  keep = () => initial,
  onApplied,
}: CsvImport<Choices, Told>) {
  const [file, setFile] = useState<File>()
  const [choices, setChoices] = useState(initial)
  const [answer, setAnswer] = useState<Told>()
  const [failure, setFailure] = useState<{ message: string }>()
  const { isBusy, run } = useTask()

  async function send(made: Choices, token?: string) {
    if (!file) return
    setFailure(undefined)
    try {
      const next = await sendFile(file, made, token)
      setAnswer(next)
      if (!next.isApplied) return
      toastSuccess(next.message)
      await onApplied?.()
    } catch (error) {
      const message = messageOf(error, WORDINGS.fallback)
      setFailure({ message })
      toastError(message)
      const isOutdated = token !== undefined && isShopError(error) && error.status === 409
      setAnswer(isOutdated ? await sendFile(file, made).catch(() => undefined) : undefined)
    }
  }

  return {
    file,
    choices,
    answer,
    failure,
    isBusy,
    choose(chosen: File | undefined) {
      setFile(chosen)
      setChoices(keep)
      setAnswer(undefined)
      setFailure(undefined)
    },
    /** Says how the file is to be read, and checks it anew if it was checked. */
    settle(changed: Partial<Choices>) {
      const made = { ...choices, ...changed }
      setChoices(made)
      if (answer) void run(() => send(made))
    },
    check: () => void run(() => send(choices)),
    apply: () => void run(() => send(choices, answer?.token)),
  }
}
