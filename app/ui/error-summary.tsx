import { useEffect, useRef } from 'react'

export interface ErrorSummaryProps {
  /**
   * What a submit was refused with: a sentence, and what is wrong by the control's name. The summary takes the focus for
   * each new object, so it has to be the answer itself, not one put together while drawing.
   */
  failure: { message: string; fields?: Readonly<Record<string, string>> | undefined } | undefined
}

/** Stands above a form after a refused submit, so that nobody has to look for what went wrong. */
export function ErrorSummary({ failure }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure) box.current?.focus()
  }, [failure])
  if (!failure) return null
  const entries = Object.entries(failure.fields ?? {}).filter(([, text]) => text !== failure.message)
  return (
    <div ref={box} tabIndex={-1} className="error-summary">
      <p className="font-bold">{failure.message}</p>
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
  const place = box?.closest('form') ?? box?.parentElement
  place?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)?.focus()
}
