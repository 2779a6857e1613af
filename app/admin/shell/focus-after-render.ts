/** Focuses the first element that matches one of the selectors, tried in order. */
export function focusFirst(...selectors: readonly string[]): void {
  const found = selectors.map((selector) => document.querySelector<HTMLElement>(selector)).find(Boolean)
  found?.focus()
}

/** Focuses an element after the next render, when the focused element may have been removed. */
export function focusAfterRender(selector: string): void {
  // On a busy machine the first frame may come before what was just changed is rendered.
  requestAnimationFrame(() => requestAnimationFrame(() => focusFirst(selector)))
}
