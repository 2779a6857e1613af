import { focusOnceRendered, isTypedElsewhere } from '#app/ui/take-focus.ts'

/** Focuses the first element that matches one of the selectors, tried in order. */
export function focusFirst(...selectors: readonly string[]): void {
  const found = selectors.map((selector) => document.querySelector<HTMLElement>(selector)).find(Boolean)
  found?.focus()
}

/** Focuses an element after the next render, when the focused element may have been removed. */
export function focusAfterRender(selector: string): void {
  focusOnceRendered(() => document.querySelector<HTMLElement>(selector))
}

/**
 * Focuses the arrow that has moved a row, whose buttons have the ids `move-up-ROW` and `move-down-ROW`. At an end of
 * the list, where it is disabled, the other arrow has the focus.
 */
export function focusArrow(row: string, pressed: 'up' | 'down', isAtEnd: boolean): void {
  const other = pressed === 'up' ? 'down' : 'up'
  focusAfterRender(`#move-${isAtEnd ? other : pressed}-${CSS.escape(row)}`)
}

/**
 * Called by a `data-removes` button whose row is about to go: the focus goes to that of the row that then stands there,
 * else of the last one, else to the first control of the `data-rows` that they stand in.
 */
export function focusNextRow({ currentTarget }: { currentTarget: HTMLElement }): void {
  const rows = currentTarget.closest('[data-rows]')
  const buttons = () =>
    [...(rows?.querySelectorAll<HTMLElement>('[data-removes]') ?? [])].filter(
      (button) => button.closest('[data-rows]') === rows,
    )
  const index = buttons().indexOf(currentTarget)
  focusOnceRendered(() => {
    const left = buttons()
    return left[index] ?? left.at(-1) ?? rows?.querySelector<HTMLElement>('input:not([type="hidden"]), button')
  })
}

/** As `focusAfterRender`, once an answer has come; whoever types elsewhere meanwhile keeps the focus there. */
export function focusAfterAnswer(selector: string): void {
  if (!isTypedElsewhere()) focusAfterRender(selector)
}
