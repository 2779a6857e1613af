import { useEffect, useRef } from 'react'

export interface ErrorSummaryProps {
  /** What happened, as a sentence. Nothing is shown without one. */
  message: string | undefined
  /** What is wrong by field name; each leads to the control with that name. A new object after each submit, the same one between. */
  fields?: Readonly<Record<string, string>> | undefined
}

const NONE = {}

/** Stands above a form after a refused submit and takes the focus, so that nobody has to look for what went wrong. */
export function ErrorSummary({ message, fields = NONE }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message !== undefined) box.current?.focus()
  }, [message, fields])
  if (message === undefined) return null
  const entries = Object.entries(fields).filter(([, text]) => text !== message)
  return (
    <div ref={box} tabIndex={-1} className="error-summary">
      <p className="font-bold">{message}</p>
      {entries.length > 0 && (
        <ul>
          {entries.map(([name, text]) => (
            <li key={name}>
              <button type="button" className="link" onClick={() => focusControl(box.current, name)}>
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function focusControl(box: HTMLElement | null, name: string): void {
  const form = box?.closest('form') ?? document
  form.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus()
}
