import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * After a move to another path the new screen's heading takes the focus, so that a screen reader says where one is and
 * the next Tab starts there. Not on the first page, where the browser does as much, and not when only the query changed.
 */
export function AnnounceMove() {
  const { pathname } = useLocation()
  const previous = useRef(pathname)
  useEffect(() => {
    if (previous.current === pathname) return
    previous.current = pathname
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname])
  return null
}
