import { useLayoutEffect, useRef, type ReactNode } from 'react'

import { takeFocus } from '#app/ui/take-focus.ts'

interface FocusOnChangeProps {
  of: string | number
  children: ReactNode
}

/**
 * Takes the focus when `of` changes: the button that was pressed is gone then, and the keyboard goes on from here. A
 * refusal inside has the focus already.
 */
export function FocusOnChange({ of, children }: FocusOnChangeProps) {
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(of)
  useLayoutEffect(() => {
    if (shown.current === of) return
    shown.current = of
    if (!box.current?.querySelector('.error-summary:focus')) takeFocus(box.current)
  }, [of])
  return (
    <div ref={box} tabIndex={-1} className="empty:hidden">
      {children}
    </div>
  )
}
