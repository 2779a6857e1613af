/** Puts the focus on the first element that fits the first of these selectors that fits anything. */
export function focusFirst(...selectors: readonly string[]): void {
  const found = selectors.map((selector) => document.querySelector<HTMLElement>(selector)).find(Boolean)
  found?.focus()
}

/** Puts the focus there once the page has been drawn anew: what was opened or taken away would leave it nowhere. */
export function focusAfterRender(selector: string): void {
  requestAnimationFrame(() => focusFirst(selector))
}
