import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * After a move to another path the new screen's heading takes the focus, so that a screen reader says where one is and
 * the next Tab starts there. Not on the first page, where the browser does as much, and not when only the query changed.
 */
export function AnnounceNavigation() {
  const { pathname } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return undefined
    previous.current = pathname
    if (focusHeading()) return undefined
    // The screen is still waiting for what it shows; its heading comes with it.
    const screen = new MutationObserver(() => {
      if (focusHeading()) screen.disconnect()
    })
    screen.observe(document.body, { childList: true, subtree: true })
    return () => screen.disconnect()
  }, [pathname])
  return null
}

/** Puts the focus on the screen's heading; false where there is none yet. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}
