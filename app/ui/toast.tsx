import { useEffect } from 'react'
import { toast, useToaster } from 'react-hot-toast/headless'

export interface ToastAction {
  /** One or two words: 'Undo', 'Retry'. */
  label: string
  onAct: () => void
}

const SUCCESS_MS = 2000
const ERROR_MS = 4000
const LEAVE_MS = 200
const MOST = 3

type Role = 'status' | 'alert'

function show(text: string, role: Role, durationMs: number, action: ToastAction | undefined): void {
  // On a server everyone would share the list.
  if (typeof document === 'undefined') return
  const message = action ? <ToastWithAction text={text} action={action} /> : text
  toast(message, {
    // The sentence is its identity: said again it stays longer, it does not stand there twice.
    id: text,
    duration: durationMs,
    removeDelay: LEAVE_MS,
    ariaProps: { role, 'aria-live': role === 'alert' ? 'assertive' : 'polite' },
  })
}

/** Says that something worked, for two seconds unless told otherwise. `text` is one sentence. */
export function toastSuccess(text: string, action?: ToastAction, durationMs = SUCCESS_MS): void {
  show(text, 'status', durationMs, action)
}

/** Says that something failed, for four seconds unless told otherwise. The page must say it in its own place, too. */
export function toastError(text: string, action?: ToastAction, durationMs = ERROR_MS): void {
  show(text, 'alert', durationMs, action)
}

/** Takes back what is no longer true; harmless where it does not stand. */
export function dismissToast(text: string): void {
  toast.dismiss(text)
}

function ToastWithAction({ text, action }: { text: string; action: ToastAction }) {
  return (
    <>
      {text}
      <button
        type="button"
        onClick={() => {
          toast.dismiss(text)
          action.onAct()
        }}
      >
        {action.label}
      </button>
    </>
  )
}

/** Where toasts appear: top centre, the newest first. Belongs into the root, once. Time stands still while one is looked at. */
export function Toasts() {
  const { toasts, handlers } = useToaster()
  const { startPause, endPause } = handlers
  const isEmpty = toasts.length === 0
  // A toast that vanishes under the pointer or the focus does not say that they have left it.
  useEffect(() => {
    if (isEmpty) endPause()
  }, [isEmpty, endPause])
  if (isEmpty) return null
  return (
    <div className="toasts" onMouseEnter={startPause} onMouseLeave={endPause} onFocus={startPause} onBlur={endPause}>
      {toasts.slice(0, MOST).map(({ id, message, visible, ariaProps }) => (
        <div key={id} className="toast" data-leaving={visible ? undefined : ''} {...ariaProps}>
          {typeof message === 'function' ? null : message}
        </div>
      ))}
    </div>
  )
}
