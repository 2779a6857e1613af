import { useEffect, useRef, useState, useSyncExternalStore } from 'react'

export interface ToastAction {
  /** One or two words: 'Undo', 'Retry'. */
  label: string
  onAct: () => void
}

const SUCCESS_MS = 2000
const ERROR_MS = 4000
const LEAVE_MS = 200

interface Entry {
  text: string
  role: 'status' | 'alert'
  durationMs: number
  action: ToastAction | undefined
  /** Tells apart two that say the same. */
  id: number
}

// Outside of React, so that any piece of code can say something. One at a time: the next one makes the last one go.
let shown: Entry | undefined
let count = 0
const listeners = new Set<() => void>()

function show(entry: Omit<Entry, 'id'> | undefined): void {
  // On a server everyone would share it.
  if (typeof document === 'undefined') return
  shown = entry && { ...entry, id: ++count }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Says that something worked, for two seconds unless told otherwise. `text` is one sentence. */
export function toastSuccess(text: string, action?: ToastAction, durationMs = SUCCESS_MS): void {
  show({ text, role: 'status', durationMs, action })
}

/** Says that something failed, for four seconds unless told otherwise. The page must say it in its own place, too. */
export function toastError(text: string, action?: ToastAction, durationMs = ERROR_MS): void {
  show({ text, role: 'alert', durationMs, action })
}

/** Takes back what is no longer true; harmless where it does not stand. */
export function dismissToast(text: string): void {
  if (shown?.text === text) show(undefined)
}

/** Where the newest toast appears: top centre. Belongs into the root, once. */
export function Toasts() {
  const entry = useSyncExternalStore(
    subscribe,
    () => shown,
    () => undefined,
  )
  return entry ? <Toast key={entry.id} {...entry} /> : null
}

/** Time stands still while it is looked at. */
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
  const goOn = () => setIsPaused(false)

  return (
    <div className="toasts" onMouseEnter={pause} onMouseLeave={goOn} onFocus={pause} onBlur={goOn}>
      <div
        className="toast"
        data-leaving={isLeaving ? '' : undefined}
        role={role}
        aria-live={role === 'alert' ? 'assertive' : 'polite'}
      >
        {text}
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
