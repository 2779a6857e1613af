import { THEME_SCRIPT } from '#app/ui/theme-toggle.tsx'

/**
 * Holds back what is pressed, chosen and typed while the page is asleep (`data-asleep` in `root.tsx`), and does it, once for
 * each control and in order, as soon as React listens. What works without code is left alone: links, forms, the buttons
 * that open a popover. What is held back is gone with its page.
 *
 * It travels as text: it may use nothing from around it.
 */
function holdUntilAwake(): void {
  const root = document.documentElement
  const held = new Map<HTMLInputElement, { value: string; checked: boolean }>()
  const wake = (type: string) => new Event(type, { bubbles: true })
  const controls =
    'button[type=button]:not([popovertarget]:not([popovertargetaction=hide])),input[type=radio],input[type=checkbox]'

  function hold(event: Event): void {
    if (root.dataset.asleep === undefined) return
    const target = event.target as HTMLInputElement
    const control = event.type === 'click' ? target.closest<HTMLInputElement>(controls) : target
    if (!control) return
    event.stopImmediatePropagation()
    held.set(control, { value: control.value, checked: control.checked })
  }

  function replay(control: HTMLInputElement, { value, checked }: { value: string; checked: boolean }): void {
    // React wakes a part that is still asleep before it hands on such an event, which means nothing by itself.
    control.dispatchEvent(wake('mouseup'))
    if (control.matches('button')) return control.click()
    // React hears only of a value other than the last one that it knows of, and what is set here it knows of.
    if (control.matches('[type=radio],[type=checkbox]')) {
      control.checked = !checked
      return control.click()
    }
    const isSelect = control.matches('select')
    if (!isSelect) control.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
    control.dispatchEvent(wake(isSelect ? 'change' : 'input'))
  }

  for (const type of ['click', 'input', 'change']) addEventListener(type, hold, true)
  new MutationObserver((_, observer) => {
    if (root.dataset.asleep !== undefined) return
    observer.disconnect()
    for (const [control, was] of held) if (control.isConnected) replay(control, was)
  }).observe(root, { attributeFilter: ['data-asleep'] })
}

/**
 * A view transition that is outrun by the next move, or that begins in a tab nobody looks at, shows nothing: the page is
 * where it should be all the same. The browser tells it by rejecting `ready`, which nobody hears, so that it would stand on
 * the console as an uncaught error. What goes wrong in the move itself is told by `finished` as before.
 *
 * @see https://drafts.csswg.org/css-view-transitions-1/#skip-the-view-transition
 */
function allowSkippedTransitions(): void {
  const start = 'startViewTransition' in document && document.startViewTransition.bind(document)
  if (start) {
    document.startViewTransition = (...given) => {
      const transition = start(...given)
      transition.ready.catch(() => {})
      return transition
    }
  }
  for (const type of ['pageswap', 'pagereveal']) {
    addEventListener(type, (event) => {
      ;(event as PageSwapEvent).viewTransition?.ready.catch(() => {})
    })
  }
}

/** Says whether scrollbars take room of the page's own, which styles cannot ask for. */
function noteScrollbar(): void {
  addEventListener('DOMContentLoaded', () => {
    const root = document.documentElement
    if (innerWidth > root.clientWidth) root.dataset.scrollbar = ''
  })
}

/** Runs in <head> before anything is painted and long before the page's own code is there. */
export const HEAD_SCRIPT = /* @__PURE__ */ headScript()

function headScript(): string {
  return `${THEME_SCRIPT};${[holdUntilAwake, allowSkippedTransitions, noteScrollbar].map((part) => `(${part.toString()})()`).join(';')}`
}
