import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

import { focusHeading } from '#app/shell/focus-heading.tsx'
import { MenuLinks } from '#app/shell/menu-links.tsx'
import { SearchForm } from '#app/shell/search-form.tsx'
import type { CategoriesState } from '#app/shell/use-categories.ts'
import { useModal } from '#app/ui/dialog.tsx'

interface SideMenuDialogProps extends CategoriesState {
  isOpen: boolean
  onClose(): void
}

/** The slide-out menu: a native modal dialog, so focus stays inside and Escape closes it. */
export function SideMenuDialog({ isOpen, onClose, ...state }: SideMenuDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const location = useLocation()
  useModal(dialog, isOpen)
  const shownAt = useRef(location)
  useEffect(() => {
    if (shownAt.current === location) return
    shownAt.current = location
    if (!dialog.current?.open) return
    // Close it first: an open modal keeps the focus, and closing it returns the focus to the menu's button.
    dialog.current.close()
    focusHeading()
  }, [location])

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape is the key for it
    <dialog
      ref={dialog}
      aria-label="Menu"
      className="side-menu"
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
      onClose={onClose}
    >
      {isOpen && (
        <div className="flex min-h-full flex-col gap-6 p-6">
          <button
            type="button"
            className="ms-auto grid size-11 place-items-center rounded-control hover:bg-card"
            aria-label="Close menu"
            onClick={onClose}
          >
            <X size={22} aria-hidden="true" />
          </button>
          <div className="flex">
            <SearchForm />
          </div>
          <nav aria-label="Menu">
            <MenuLinks {...state} />
          </nav>
        </div>
      )}
    </dialog>
  )
}
