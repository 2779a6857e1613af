import { UserRound } from 'lucide-react'
import { Link } from 'react-router'

import { mayOpen } from '#app/admin/shell/find-menu-entry.ts'
import { useMayDo } from '#app/admin/shell/use-may-do.ts'
import { withoutAdminEvents } from '#app/admin/shell/admin-events.ts'
import { useSignOut } from '#app/shell/use-sign-out.ts'
import { Dropdown } from '#app/ui/dropdown.tsx'

const ENTRY = 'flex min-h-11 w-full items-center rounded-control px-3 text-start hover:bg-card'

/** The administrator's entries of the profile menu, as they are specified for the header. */
const ENTRIES = [
  ['/admin/dashboard', 'Admin Dashboard'],
  ['/admin/neworders', 'Admin Orders'],
  ['/admin/products', 'Admin Product'],
  ['/admin/contacts', 'Admin Contacts'],
] as const

export function AdminMenu() {
  const signOut = useSignOut('admin')
  const mayDo = useMayDo()
  return (
    <Dropdown
      label={
        <>
          <UserRound size={18} aria-hidden="true" />
          <span className="admin-wide-words">Profile</span>
        </>
      }
      buttonClassName="admin-entry"
      panelClassName="admin-menu"
      align="end"
    >
      <ul className="min-w-48 p-2 text-sm">
        {ENTRIES.filter(([to]) => mayOpen(to, mayDo)).map(([to, label]) => (
          <li key={to}>
            <Link className={ENTRY} to={to}>
              {label}
            </Link>
          </li>
        ))}
        <li>
          <button type="button" className={ENTRY} onClick={() => void withoutAdminEvents(signOut)}>
            Logout
          </button>
        </li>
      </ul>
    </Dropdown>
  )
}
