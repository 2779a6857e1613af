import { THEME_SCRIPT } from '#app/ui/theme-toggle.tsx'

/**
 * Holds clicks and input until the page is hydrated (`data-hydrating` in `root.tsx`), then replays them in order, once
 * for each control. It does not hold what works without JavaScript: links, forms, and buttons whose popover has its
 * content.
 *
 * The function is sent as text, so it must not use anything from outside its body.
 */
function holdUntilHydrated(): void {
  const root = document.documentElement
  const held = new Map<HTMLInputElement, { value: string; checked: boolean }>()
  const bubblingEvent = (type: string) => new Event(type, { bubbles: true })
  const controls = 'button[type=button],input[type=radio],input[type=checkbox]'

  function hold(event: Event): void {
    if (root.dataset.hydrating === undefined) return
    const target = event.target as HTMLInputElement
    const control = event.type === 'click' ? target.closest<HTMLInputElement>(controls) : target
    if (!control || control.popoverTargetElement?.firstChild) return
    event.stopImmediatePropagation()
    // Else the browser would open a popover whose content is not there yet.
    if (control.matches('button')) event.preventDefault()
    // What is pressed again is pressed last.
    held.delete(control)
    held.set(control, { value: control.value, checked: control.checked })
  }

  function replay(control: HTMLInputElement, { value, checked }: { value: string; checked: boolean }): void {
    // A `mouseup` has no effect of its own, but it makes React hydrate this boundary before it dispatches the next
    // event.
    control.dispatchEvent(bubblingEvent('mouseup'))
    if (control.matches('button')) return control.click()
    // React ignores a value that equals the last one it tracked, and it tracks values set through the element itself.
    if (control.matches('[type=radio],[type=checkbox]')) {
      control.checked = !checked
      return control.click()
    }
    const isSelect = control.matches('select')
    if (!isSelect) control.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
    control.dispatchEvent(bubblingEvent(isSelect ? 'change' : 'input'))
  }

  for (const type of ['click', 'input', 'change']) addEventListener(type, hold, true)
  new MutationObserver((_, observer) => {
    if (root.dataset.hydrating !== undefined) return
    observer.disconnect()
    for (const [control, was] of held) if (control.isConnected) replay(control, was)
  }).observe(root, { attributeFilter: ['data-hydrating'] })
}

/**
 * The browser skips a view transition when the next navigation overtakes it or when the tab is hidden. The page is
 * correct all the same, but the browser rejects `ready`, which would be logged as an uncaught error. Errors of the
 * navigation itself still reject `finished`.
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

/** Marks pages whose scrollbars take up space, which CSS cannot detect. */
function noteScrollbar(): void {
  addEventListener('DOMContentLoaded', () => {
    const root = document.documentElement
    if (innerWidth > root.clientWidth) root.dataset.scrollbar = ''
  })
}

/**
 * Hides an announcement that was closed on this device, and saves when one is closed. Its `<details>` closes it without
 * a script.
 */
function rememberAnnouncement(): void {
  const { dataset } = document.documentElement
  const key = 'closedAnnouncement'
  try {
    if (dataset.announcement === localStorage.getItem(key)) delete dataset.announcement
    addEventListener(
      'toggle',
      ({ target }) => {
        const isClosed = (target as Element).matches('.announcement:not([open])')
        if (isClosed) localStorage.setItem(key, dataset.announcement ?? '')
      },
      true,
    )
  } catch {
    // Without storage it is closed for this page.
  }
}

/** Runs in <head> before the first paint and long before the app's own code. */
export const HEAD_SCRIPT = /* @__PURE__ */ headScript()

function headScript(): string {
  return `${THEME_SCRIPT};${[holdUntilHydrated, allowSkippedTransitions, noteScrollbar, rememberAnnouncement].map((part) => `(${part.toString()})()`).join(';')}`
}
