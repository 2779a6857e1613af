import { LogOut, Menu, Store } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

import { useVisitor } from '#app/account/visitor.tsx'
import { AdminMenu } from '#app/admin/shell/admin-menu.tsx'
import { AdminTools, NavigationLoading } from '#app/admin/shell/admin-tools.tsx'
import { mayOpen, menuEntryOf } from '#app/admin/shell/find-menu-entry.ts'
import { MENU_ENTRIES, MENU_GROUPS } from '#app/admin/shell/menu-entries.ts'
import { shownScreens, sideLinesOf, type SideLine } from '#app/admin/shell/side-lines.ts'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { ToDoCounts, useToDoCounts } from '#app/admin/shell/use-to-do-counts.ts'
import { useShop } from '#app/api/use-shop.ts'
import { SandboxNotice } from '#app/shell/sandbox-notice.tsx'
import { withoutAdminEvents } from '#app/admin/shell/admin-events.ts'
import { useSignOut } from '#app/shell/use-sign-out.ts'
import { IconButton } from '#app/ui/button.tsx'
import { ThemeToggle } from '#app/ui/theme-toggle.tsx'
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx'
import type { Waiting } from '#contract/dashboard/dashboard.ts'

const MENU = 'admin-nav'

/** The four specified links between the admin pages. */
const AREAS = [
  ['/admin/dashboard', 'Dashboard'],
  ['/admin/neworders', 'New Orders'],
  ['/admin/products', 'Product Page'],
  ['/admin/contacts', 'Contacts'],
] as const

/** The count stands outside of the link, so that the link's name stays the same. */
function Entry({ line, waiting }: { line: SideLine; waiting: Waiting | undefined }) {
  const { pathname } = useLocation()
  const { label, screens } = line
  const { to, icon: Icon, waits } = line.entry
  const open = menuEntryOf(pathname)
  const count = waits && waiting?.[waits.count]
  return (
    <li className="admin-item">
      <Link className="admin-entry" to={to} aria-current={open && screens.includes(open) ? 'page' : undefined}>
        <Icon size={18} aria-hidden="true" />
        <span>{label}</span>
      </Link>
      {count !== undefined && count > 0 && (
        <span className="admin-count">
          <span>{count > 999 ? '999+' : count}</span>
          <VisuallyHidden>{` ${waits?.words ?? ''}`}</VisuallyHidden>
        </span>
      )}
    </li>
  )
}

function closeMenu(): void {
  const menu = document.getElementById(MENU)
  if (menu?.matches(':popover-open')) menu.hidePopover()
}

/** On wide screens a part of the side bar; on narrow ones "More" in the bottom bar opens it. */
function SideNavigation({ waiting }: { waiting: Waiting | undefined }) {
  const mayDo = useMayDo()
  const { pathname } = useLocation()
  const nav = useRef<HTMLElement>(null)
  const groups = MENU_GROUPS.map((group) => sideLinesOf(shownScreens(group, mayDo, waiting)))
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- its links act by key
    <nav ref={nav} id={MENU} popover="auto" className="admin-nav" aria-label="Admin pages" onClick={closeMenu}>
      {groups
        .filter(([first]) => first)
        .map((group) => (
          <ul key={group[0]?.entry.to}>
            {group.map((line) => (
              <Entry key={line.entry.to} line={line} waiting={waiting} />
            ))}
          </ul>
        ))}
    </nav>
  )
}

function Person() {
  const { admin } = useVisitor()
  const signOut = useSignOut('admin')
  return (
    <div className="admin-foot">
      <Link className="admin-entry" to="/">
        <Store size={18} aria-hidden="true" />
        <span className="admin-wide-words">View shop</span>
      </Link>
      <AdminMenu />
      <p className="admin-person">{admin && (admin.name || admin.email)}</p>
      <IconButton
        label="Sign out"
        title="Sign out"
        icon={LogOut}
        size={18}
        isSmall
        className="max-lg:hidden"
        onClick={() => void withoutAdminEvents(signOut)}
      />
    </div>
  )
}

/** The bar at the bottom of narrow screens. */
function Bar({ waiting }: { waiting: Waiting | undefined }) {
  const { pathname } = useLocation()
  const mayDo = useMayDo()
  const isBehindMore = menuEntryOf(pathname)?.isInBottomBar !== true
  return (
    <nav className="admin-bar" aria-label="Admin pages at hand">
      <ul>
        {MENU_ENTRIES.filter(({ isInBottomBar, area }) => isInBottomBar && mayDo(area)).map((entry) => (
          <Entry key={entry.to} line={{ entry, label: entry.label, screens: [entry] }} waiting={waiting} />
        ))}
        <li className="admin-item">
          <button
            type="button"
            className="admin-entry"
            aria-current={isBehindMore ? 'true' : undefined}
            popoverTarget={MENU}
          >
            <Menu size={18} aria-hidden="true" />
            More
          </button>
        </li>
      </ul>
    </nav>
  )
}

/** Rendered for a signed-in administrator only, because others may not ask for these counts. */
function WaitingCounts({ onAnswer }: { onAnswer(waiting: Waiting): void }) {
  useToDoCounts(onAnswer)
  return null
}

/** The frame of every screen of the admin area: a side bar on wide screens, a bar at the bottom of narrow ones. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const { shopName } = useShop()
  const { admin } = useVisitor()
  const [waiting, setWaiting] = useState<Waiting>()
  const mayDo = useMayDo()
  return (
    <div className="admin-frame">
      {admin && <WaitingCounts onAnswer={setWaiting} />}
      <header className="admin-side">
        <Link to="/admin/dashboard" className="admin-brand" aria-label={`${shopName} admin`}>
          <span>{shopName}</span>
          <span className="stop" aria-hidden="true" />
        </Link>
        <ToDoCounts value={waiting}>
          <AdminTools />
        </ToDoCounts>
        <SideNavigation waiting={waiting} />
        <Person />
      </header>
      <main id="main" className="admin-main">
        <SandboxNotice />
        <NavigationLoading />
        {children}
      </main>
      <footer className="admin-end">
        <nav aria-label="Main admin pages">
          <ul>
            {AREAS.filter(([to]) => mayOpen(to, mayDo)).map(([to, label]) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <ThemeToggle />
      </footer>
      <Bar waiting={waiting} />
    </div>
  )
}
