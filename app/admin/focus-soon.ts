/**
 * Puts the focus on the first element that fits, once the page has been drawn anew: what was opened or taken away would
 * leave it nowhere.
 */
export function focusSoon(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus())
}
