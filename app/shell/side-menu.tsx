import { Menu, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

import { focusHeading } from '#app/shell/focus-heading.tsx'
import { HeaderSearch } from '#app/shell/header-search.tsx'
import type { CategoriesState } from '#app/shell/use-categories.ts'
import { useModal } from '#app/ui/dialog.tsx'
import { Link } from '#app/ui/link.tsx'

const ENTRY = 'flex min-h-11 items-center text-lg'

function CategoryEntries({ isLoading, categories }: CategoriesState) {
  if (categories.length === 0) {
    return <p className="ps-4 text-muted">{isLoading ? 'Loading...' : 'No categories found.'}</p>
  }
  return (
    <ul className="border-s border-line ps-4">
      {categories.map(({ _id, name, slug }) => (
        <li key={_id}>
          <Link
            className="flex min-h-11 items-center"
            to={`/categories/${encodeURIComponent(slug || name.toLowerCase())}`}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function MenuEntry({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link className={ENTRY} to={to}>
        {children}
      </Link>
    </li>
  )
}

function MenuLinks(state: CategoriesState) {
  return (
    <ul>
      <MenuEntry to="/">Home</MenuEntry>
      <MenuEntry to="/about">About</MenuEntry>
      <li>
        <p className={ENTRY}>Categories</p>
        <CategoryEntries {...state} />
      </li>
      <MenuEntry to="/getproducts">Products</MenuEntry>
      <MenuEntry to="/contact">Contact</MenuEntry>
    </ul>
  )
}

/** The same links for browsers without JavaScript; CSS shows them on hover and on focus. */
function PlainMenu(state: CategoriesState) {
  return (
    <noscript>
      <nav aria-label="Menu" className="panel min-w-64 p-5" data-align="end" hidden>
        <MenuLinks {...state} />
      </nav>
    </noscript>
  )
}

/** The slide-out menu of small screens: a native modal dialog, so focus stays inside and Escape closes it. */
export function SideMenu(state: CategoriesState) {
  const dialog = useRef<HTMLDialogElement>(null)
  const location = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  useModal(dialog, isOpen)
  useEffect(() => {
    if (!dialog.current?.open) return
    // Close it first: an open modal keeps the focus, and closing it returns the focus to the menu's button.
    dialog.current.close()
    focusHeading()
  }, [location])

  return (
    <div className="dropdown lg:hidden">
      <button
        type="button"
        className="grid size-11 place-items-center rounded-control hover:bg-card"
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Menu size={22} aria-hidden="true" />
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape is the key for it */}
      <dialog
        ref={dialog}
        aria-label="Menu"
        className="side-menu"
        onClick={(event) => {
          if (event.target === dialog.current) setIsOpen(false)
        }}
        onClose={() => setIsOpen(false)}
      >
        {isOpen && (
          <div className="flex min-h-full flex-col gap-6 p-6">
            <button
              type="button"
              className="ms-auto grid size-11 place-items-center rounded-control hover:bg-card"
              aria-label="Close menu"
              onClick={() => setIsOpen(false)}
            >
              <X size={22} aria-hidden="true" />
            </button>
            <HeaderSearch />
            <nav aria-label="Menu">
              <MenuLinks {...state} />
            </nav>
          </div>
        )}
      </dialog>
      <PlainMenu {...state} />
    </div>
  )
}
