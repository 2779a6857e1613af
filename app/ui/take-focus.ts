/** What had the focus when a form was last sent. */
let focusedAtSending: Element | null = null
if (typeof document !== 'undefined') {
  document.addEventListener('submit', () => (focusedAtSending = document.activeElement), { capture: true })
}

/**
 * Gives the focus to what an answer has brought. Whoever went on to another field while the answer was on its way keeps
 * it there: what they type would go nowhere.
 */
export function takeFocus(element: HTMLElement | null | undefined): void {
  const { activeElement } = document
  const isTyping = activeElement?.matches('input, select, textarea') && activeElement !== focusedAtSending
  if (!isTyping) element?.focus()
}
