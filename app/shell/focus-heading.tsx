import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * After a navigation to another path the new screen's heading takes the focus, so that a screen reader announces it and
 * the next Tab starts there. Not on the first page, where the browser does this itself, and not when only the query
 * changes.
 */
export function FocusHeadingAfterNavigation() {
  const { pathname } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return undefined
    previous.current = pathname
    if (focusHeading()) return undefined
    // The screen is still loading; its heading comes with its content.
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
