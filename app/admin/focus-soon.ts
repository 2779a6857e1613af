/**
 * Puts the focus on the first element that fits the first of these selectors that fits anything, once the page has been
 * drawn anew: what was opened or taken away would leave it nowhere.
 */
export function focusSoon(...selectors: readonly string[]): void {
  requestAnimationFrame(() => {
    const found = selectors.map((selector) => document.querySelector<HTMLElement>(selector)).find(Boolean)
    found?.focus()
  })
}
