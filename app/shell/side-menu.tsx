import { Menu } from 'lucide-react'
import { useEffect, useState } from 'react'

import { MenuLinks } from '#app/shell/menu-links.tsx'
import type { CategoriesState } from '#app/shell/use-categories.ts'
import { useLazyModule } from '#app/ui/use-lazy-module.ts'

const load = () => import('#app/shell/side-menu-dialog.tsx').then((part) => part.SideMenuDialog)

/** The same links for browsers without JavaScript; CSS shows them on hover and on focus. */
function PlainMenu(state: CategoriesState) {
  return (
    <noscript>
      {import.meta.env.SSR && (
        <nav aria-label="Menu" className="panel min-w-64 p-5" data-align="end" hidden>
          <MenuLinks {...state} />
        </nav>
      )}
    </noscript>
  )
}

/** The button of small screens that opens the side menu, whose code comes after the first view. */
export function SideMenu(state: CategoriesState) {
  const [isOpen, setIsOpen] = useState(false)
  const [Dialog, loadDialog] = useLazyModule(load, 'The menu could not be loaded. Please try again.')
  useEffect(() => {
    if (matchMedia('(width < 64rem)').matches) load().catch(() => undefined)
  }, [])
  return (
    <div className="dropdown lg:hidden">
      <button
        type="button"
        className="grid size-11 place-items-center rounded-control hover:bg-card"
        aria-label="Open menu"
        aria-haspopup="dialog"
        onClick={() => {
          setIsOpen(true)
          loadDialog()
        }}
      >
        <Menu size={22} aria-hidden="true" />
      </button>
      {Dialog && <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} {...state} />}
      <PlainMenu {...state} />
    </div>
  )
}
