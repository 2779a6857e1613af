import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router'

import { focusHeading } from '#app/shell/focus-heading.tsx'
import { SearchForm } from '#app/shell/search-form.tsx'

const BUTTON = 'grid size-11 flex-none place-items-center rounded-control hover:bg-card lg:hidden noscript:hidden'

/**
 * The header's search. On small screens a button opens it across the header; without JavaScript it stands there at
 * once.
 */
export function HeaderSearch() {
  const opener = useRef<HTMLButtonElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const location = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    // The focused field disappears. A navigation to another path focuses the heading by itself.
    if (opener.current?.ariaExpanded === 'true') focusHeading()
    setIsOpen(false)
  }, [location])

  // A phone shows its keyboard only for a focus that a press has set.
  function open() {
    flushSync(() => setIsOpen(true))
    field.current?.select()
  }
  function close() {
    setIsOpen(false)
    opener.current?.focus()
  }

  return (
    <>
      <button
        ref={opener}
        type="button"
        className={BUTTON}
        aria-label="Open search"
        aria-expanded={isOpen}
        onClick={open}
      >
        <Search size={20} aria-hidden="true" />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the field and the buttons inside act */}
      <div
        className="header-search lg:w-52 xl:w-64"
        data-open={isOpen}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) setIsOpen(false)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isOpen) close()
        }}
      >
        <SearchForm field={field} />
        <button type="button" className={BUTTON} aria-label="Close search" onClick={close}>
          <X size={20} aria-hidden="true" />
        </button>
      </div>
    </>
  )
}
