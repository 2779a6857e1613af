import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

import { messageOf } from '#contract/words/error-message.ts'

import { ERROR_TOAST_MS, SUCCESS_TOAST_MS } from './toast-durations.ts'

interface ToastAction {
  /** One or two words: 'Undo', 'Retry'. */
  label: string
  onAct: () => void
}

/** The toast's transition. */
const LEAVE_MS = 200

interface Entry {
  text: string
  role: 'status' | 'alert'
  durationMs: number
  action: ToastAction | undefined
  /** Distinguishes two toasts with the same text. */
  id: number
}

// The current toast lives outside of React, so that any code can show one. A new toast replaces the last one.
let shown: Entry | undefined
let count = 0
const listeners = new Set<() => void>()

function show(entry: Omit<Entry, 'id'> | undefined): void {
  // On the server all visitors would share it.
  if (typeof document === 'undefined') return
  shown = entry && { ...entry, id: ++count }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Shows a success message, for two seconds by default. `text` is one sentence. */
export function toastSuccess(text: string, action?: ToastAction, durationMs = SUCCESS_TOAST_MS): void {
  show({ text, role: 'status', durationMs, action })
}

/** Shows an error message, for four seconds by default. The page must show the error in its own place, too. */
export function toastError(text: string, action?: ToastAction, durationMs = ERROR_TOAST_MS): void {
  show({ text, role: 'alert', durationMs, action })
}

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

/** Removes the toast with this text, if it is shown. */
export function dismissToast(text: string): void {
  if (shown?.text === text) show(undefined)
}

/** Shows the current toast at the top centre. Rendered once, in the root. */
export function Toasts() {
  const entry = useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  )
  return entry ? <Toast key={entry.id} {...entry} /> : null
}

/** Hover and focus pause the timer. */
function Toast({ text, role, durationMs, action }: Entry) {
  const left = useRef(durationMs)
  const [isPaused, setIsPaused] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  useEffect(() => {
    if (isLeaving) {
      const timer = setTimeout(() => show(undefined), LEAVE_MS)
      return () => clearTimeout(timer)
    }
    if (isPaused) return undefined
    const begin = Date.now()
    const timer = setTimeout(() => setIsLeaving(true), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - begin
    }
  }, [isPaused, isLeaving])
  const pause = () => setIsPaused(true)
  const resume = () => setIsPaused(false)

  return (
    <div className="toasts" onMouseEnter={pause} onMouseLeave={resume} onFocus={pause} onBlur={resume}>
      <div
        className="toast"
        data-leaving={isLeaving ? '' : undefined}
        role={role}
        aria-live={role === 'alert' ? 'assertive' : 'polite'}
      >
        <span>{text}</span>
        {action && (
          <button
            type="button"
            onClick={() => {
              setIsLeaving(true)
              action.onAct()
            }}
          >
            {action.label}
          </button>
        )}
      </div>
    </div>
  )
}
