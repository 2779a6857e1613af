import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'

import { IconButton } from './button.tsx'

interface ScrollerProps {
  /** The accessible name of the region: the heading of the row. */
  label: string
  /** Shown to the left of the two buttons: a heading, a link to all. */
  head?: ReactNode | undefined
  /** `<li>` elements. */
  children: ReactNode
  /** The width of an item as a CSS length. */
  itemWidth?: string | undefined
}

/** A horizontally scrolling list with previous and next buttons. It scrolls by keyboard while it has the focus. */
export function Scroller({ label, head, children, itemWidth }: ScrollerProps) {
  const list = useRef<HTMLUListElement>(null)
  const { isAtStart, isAtEnd } = useEnds(list)
  const move = (direction: -1 | 1) => {
    const element = list.current
    if (!element) return
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    element.scrollBy({ left: direction * element.clientWidth * 0.8, behavior: isStill ? 'instant' : 'smooth' })
  }

  return (
    <div>
      <div className="mb-4 flex items-end gap-2">
        <div className="min-w-0 flex-1">{head}</div>
        {!(isAtStart && isAtEnd) && (
          <div className="flex gap-1 max-sm:hidden">
            <IconButton
              label={`Previous in ${label}`}
              icon={ChevronLeft}
              disabled={isAtStart}
              onClick={() => move(-1)}
            />
            <IconButton label={`Next in ${label}`} icon={ChevronRight} disabled={isAtEnd} onClick={() => move(1)} />
          </div>
        )}
      </div>
      {/* A scrollable region must be focusable. */}
      <div role="region" aria-label={label}>
        <ul
          ref={list}
          className="scroller"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
          tabIndex={0}
          style={itemWidth === undefined ? undefined : ({ '--scroller-item': itemWidth } as CSSProperties)}
        >
          {children}
        </ul>
      </div>
    </div>
  )
}

function useEnds(list: { readonly current: HTMLElement | null }) {
  const [ends, setEnds] = useState({ isAtStart: true, isAtEnd: false })
  useEffect(() => {
    const element = list.current
    if (!element) return undefined
    const look = () => {
      const isAtStart = element.scrollLeft <= 1
      const isAtEnd = element.scrollLeft + element.clientWidth >= element.scrollWidth - 1
      setEnds((now) => (now.isAtStart === isAtStart && now.isAtEnd === isAtEnd ? now : { isAtStart, isAtEnd }))
    }
    const size = new ResizeObserver(look)
    size.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      size.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [list])
  return ends
}
