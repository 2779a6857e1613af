/** What had the focus when a form was last sent. */
let focusedAtSending: Element | null = null
if (typeof document !== 'undefined') {
  document.addEventListener('submit', () => (focusedAtSending = document.activeElement), { capture: true })
}

/** Milliseconds. However busy the browser is, it has rendered an answer by then. */
const LONGEST_RENDER_MS = 1000

/** Whether somebody has gone on to another field since the form was sent. */
export function isTypedElsewhere(): boolean {
  const { activeElement } = document
  return activeElement !== focusedAtSending && Boolean(activeElement?.matches('input, select, textarea'))
}

/**
 * Gives the focus to what an answer has brought. Whoever went on to another field while the answer was on its way keeps
 * it there: what they type would go nowhere. Called in layout effects: a key that is pressed once the change is shown
 * goes on from here.
 */
export function takeFocus(element: HTMLElement | null | undefined): void {
  if (!isTypedElsewhere()) element?.focus()
}

/**
 * Gives the focus to what is found once it is rendered and takes it, unless somebody moves it meanwhile. On a busy
 * machine the next frame comes before what was just changed is rendered: a field is still disabled, a row still there.
 */
export function focusOnceRendered(find: () => HTMLElement | null | undefined): void {
  const before = document.activeElement
  const until = performance.now() + LONGEST_RENDER_MS
  let given: HTMLElement | undefined
  requestAnimationFrame(function give(now) {
    const { activeElement, body } = document
    const isLost = activeElement === body || !activeElement
    if (given ? isLost && !given.isConnected : isLost || activeElement === before) {
      const found = find()
      found?.focus()
      if (found && document.activeElement === found) given = found
    }
    if (now < until) requestAnimationFrame(give)
  })
}

/** Focuses the first invalid field of a form, as `takeFocus` does, once it is rendered as invalid. */
export function focusFirstError(form: HTMLFormElement | null): void {
  if (!isTypedElsewhere()) focusOnceRendered(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]'))
}
