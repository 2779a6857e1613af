import { useId, useRef, useSyncExternalStore } from 'react'

import { useModal } from './dialog.tsx'
import { TextField } from './field.tsx'

interface Question {
  /** A whole sentence. */
  question: string
  /** What it is about, in a line of its own. */
  about?: string | undefined
  /** What the visitor does by agreeing: 'Delete', never 'OK'. */
  confirmLabel: string
  cancelLabel?: string | undefined
}

/** A line that whoever agrees may fill in. */
interface Note {
  label: string
  maxLength: number
}

interface Answer {
  isConfirmed: boolean
  /** What was typed into the note. */
  note: string
}

interface Entry {
  text: string
  about?: string | undefined
  confirmLabel: string
  cancelLabel?: string | undefined
  isDangerous: boolean
  note?: Note
  /** Distinguishes two questions with the same text. */
  id: number
  answer: (answer: Answer) => void
}

// The queue lives outside of React, so that any code can open a dialog and await the answer.
let waiting: readonly Entry[] = []
let count = 0
const listeners = new Set<() => void>()

function setWaiting(entries: readonly Entry[]): void {
  waiting = entries
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function enqueue(entry: Omit<Entry, 'answer' | 'id'>): Promise<Answer> {
  return new Promise((answer) => setWaiting([...waiting, { ...entry, id: ++count, answer }]))
}

/**
 * Asks for confirmation before an action that cannot be undone. Resolves with whether the visitor agrees; Escape means
 * no.
 */
export async function showConfirm({
  question,
  about,
  confirmLabel,
  cancelLabel = 'Cancel',
}: Question): Promise<boolean> {
  return (await enqueue({ text: question, about, confirmLabel, cancelLabel, isDangerous: true })).isConfirmed
}

/**
 * The same with a line to fill in. Resolves with its text, which may be empty; undefined if the visitor does not agree.
 */
export async function showConfirmWithNote(
  { question, about, confirmLabel, cancelLabel = 'Cancel' }: Question,
  note: Note,
): Promise<string | undefined> {
  const answer = await enqueue({ text: question, about, confirmLabel, cancelLabel, isDangerous: true, note })
  return answer.isConfirmed ? answer.note : undefined
}

/** Shows a message that the visitor must not miss. Resolves when the visitor has closed it. */
export async function showAlert(message: string): Promise<void> {
  await enqueue({ text: message, confirmLabel: 'OK', isDangerous: false })
}

/** Shows the dialogs of `showConfirm` and `showAlert`. Rendered once, in the layout of the screens that ask. */
export function AlertDialogHost() {
  const entry = useSyncExternalStore(
    subscribe,
    () => waiting[0],
    () => undefined,
  )
  return entry ? <AlertDialog key={entry.id} {...entry} /> : null
}

function AlertDialog({ text, about, confirmLabel, cancelLabel, isDangerous, note, answer }: Entry) {
  const dialog = useRef<HTMLDialogElement>(null)
  const typed = useRef<HTMLInputElement>(null)
  const textId = useId()
  useModal(dialog, true)

  function close(isConfirmed: boolean) {
    // Close before resolving, so that the caller finds the focus where it was.
    dialog.current?.close()
    setWaiting(waiting.slice(1))
    answer({ isConfirmed, note: typed.current?.value.trim() ?? '' })
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
      {about !== undefined && <p className="mt-2 wrap-anywhere">{about}</p>}
      {note && (
        <div className="mt-4">
          <TextField ref={typed} label={note.label} maxLength={note.maxLength} autoComplete="off" />
        </div>
      )}
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
