/**
 * A view transition that is outrun by the next move, or that begins in a tab nobody looks at, shows nothing: the page is
 * where it should be all the same. The browser tells it by rejecting `ready`, which the router leaves unheard, so that it
 * would stand on the console as an uncaught error. What goes wrong in the move itself is told by `finished` as before.
 *
 * @see https://drafts.csswg.org/css-view-transitions-1/#skip-the-view-transition
 */
export function allowSkippedTransitions(page: Document): void {
  if (!('startViewTransition' in page)) return
  const start = page.startViewTransition.bind(page)
  page.startViewTransition = (...given) => {
    const transition = start(...given)
    transition.ready.catch(() => {})
    return transition
  }
}
