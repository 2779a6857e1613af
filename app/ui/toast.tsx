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

type Role = 'status' | 'alert'

/** Lets time go on for a toast that is looked at, if there is one. */
let endPause = () => {}

function show(text: string, role: Role, durationMs: number, action: ToastAction | undefined): void {
  // On a server everyone would share the list.
  if (typeof document === 'undefined') return
  const message = action ? <ToastWithAction text={text} action={action} /> : text
  // One at a time: what was said before makes room, and its pause is not the new one's.
  toast.remove()
  endPause()
  toast(message, {
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
          toast.dismiss()
          action.onAct()
        }}
      >
        {action.label}
      </button>
    </>
  )
}

/** Where the newest toast appears: top centre. Belongs into the root, once. Time stands still while it is looked at. */
export function Toasts() {
  const { toasts, handlers } = useToaster()
  const { startPause } = handlers
  const [shown] = toasts
  useEffect(() => void (endPause = handlers.endPause))
  if (!shown) return null
  const { id, message, visible, ariaProps } = shown
  return (
    <div
      className="toasts"
      onMouseEnter={startPause}
      onMouseLeave={handlers.endPause}
      onFocus={startPause}
      onBlur={handlers.endPause}
    >
      <div key={id} className="toast" data-leaving={visible ? undefined : ''} {...ariaProps}>
        {typeof message === 'function' ? null : message}
      </div>
    </div>
  )
}
