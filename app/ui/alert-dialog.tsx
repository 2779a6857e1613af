import { useId, useRef, useSyncExternalStore } from 'react'

import { useModal } from './dialog.tsx'

export interface Question {
  /** A whole sentence. */
  question: string
  /** What the visitor does by agreeing: 'Delete', never 'OK'. */
  confirmLabel: string
  cancelLabel?: string | undefined
}

interface Entry {
  text: string
  confirmLabel: string
  cancelLabel?: string | undefined
  isDangerous: boolean
  answer: (isConfirmed: boolean) => void
}

// The questions wait in a row outside of React, so that any piece of code can ask and await the answer.
let waiting: readonly Entry[] = []
const listeners = new Set<() => void>()

function setWaiting(entries: readonly Entry[]): void {
  waiting = entries
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function enqueue(entry: Omit<Entry, 'answer'>): Promise<boolean> {
  return new Promise((answer) => setWaiting([...waiting, { ...entry, answer }]))
}

/** Asks before something that cannot be taken back. Resolves with true only when the visitor agreed; Escape means no. */
export function ask({ question, confirmLabel, cancelLabel = 'Cancel' }: Question): Promise<boolean> {
  return enqueue({ text: question, confirmLabel, cancelLabel, isDangerous: true })
}

/** Says a sentence that must not be missed. Resolves when the visitor has seen it. */
export async function tell(message: string): Promise<void> {
  await enqueue({ text: message, confirmLabel: 'OK', isDangerous: false })
}

/** Shows what `ask` and `tell` have to say. Belongs into the root, once. */
export function AlertDialogHost() {
  const entry = useSyncExternalStore(
    subscribe,
    () => waiting[0],
    () => undefined,
  )
  return entry ? <AlertDialog key={entry.text} {...entry} /> : null
}

function AlertDialog({ text, confirmLabel, cancelLabel, isDangerous, answer }: Entry) {
  const dialog = useRef<HTMLDialogElement>(null)
  const textId = useId()
  useModal(dialog, true)

  function close(isConfirmed: boolean) {
    // Before the answer is known to anyone, so that whoever goes on finds the focus where it was.
    dialog.current?.close()
    setWaiting(waiting.slice(1))
    answer(isConfirmed)
  }

  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      aria-labelledby={textId}
      className="dialog"
      onCancel={(event) => {
        event.preventDefault()
        close(false)
      }}
    >
      <p id={textId} className="font-semibold">
        {text}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        {cancelLabel !== undefined && (
          <button type="button" className="btn btn-outline" onClick={() => close(false)}>
            {cancelLabel}
          </button>
        )}
        <button
          type="button"
          className={`btn ${isDangerous ? 'btn-danger' : 'btn-primary'}`}
          onClick={() => close(true)}
        >
          {confirmLabel}
        </button>
      </div>
    </dialog>
  )
}
