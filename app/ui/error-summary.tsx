import { useLayoutEffect, useRef } from 'react'

import { takeFocus } from '#app/ui/take-focus.ts'

interface ErrorSummaryProps {
  /**
   * Why a submit failed: a sentence, and the errors by field name. The summary takes the focus for each new object, so
   * pass the action's result itself, not an object made during rendering.
   */
  failure: { message: string; fields?: Readonly<Record<string, string>> | undefined } | undefined
}

/** Lists the errors above a form after a failed submit. */
export function ErrorSummary({ failure }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (failure) takeFocus(box.current)
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
