import { useVisitor, type Visitor } from '#app/account/visitor.tsx'
import { useSignOut } from '#app/shell/use-sign-out.ts'
import { Link } from '#app/ui/link.tsx'

const ENTRY = 'flex min-h-11 w-full items-center rounded-control px-3 text-start hover:bg-card'

interface MenuLink {
  to: string
  label: string
}

const CUSTOMER: MenuLink[] = [
  { to: '/user-profile', label: 'Profile' },
  { to: '/user-profile', label: 'My Orders' },
]
const ADMIN: MenuLink[] = [
  { to: '/admin/dashboard', label: 'Admin Dashboard' },
  { to: '/admin/neworders', label: 'Admin Orders' },
  { to: '/admin/products', label: 'Admin Product' },
  { to: '/admin/contacts', label: 'Admin Contacts' },
]
const NOBODY: MenuLink[] = [
  { to: '/signin', label: 'Login' },
  { to: '/signup', label: 'Register' },
  { to: '/admin-signin', label: 'Admin' },
]

/**
 * The entries of the profile menu: the customer's if one is signed in, else the administrator's, else the visitor's.
 */
function profileLinks({ customer, admin }: Pick<Visitor, 'customer' | 'admin'>): {
  links: MenuLink[]
  canSignOut: boolean
} {
  if (customer) return { links: CUSTOMER, canSignOut: true }
  if (admin) return { links: ADMIN, canSignOut: true }
  return { links: NOBODY, canSignOut: false }
}

/** The content of the profile menu. */
export function ProfileMenu() {
  const visitor = useVisitor()
  const signOut = useSignOut()
  const { links, canSignOut } = profileLinks(visitor)
  return (
    <ul className="min-w-52 p-2 text-sm">
      {links.map(({ to, label }) => (
        <li key={label}>
          <Link className={ENTRY} to={to}>
            {label}
          </Link>
        </li>
      ))}
      {/* Only scripts know the session. Without JavaScript the menu also links to the profile, which checks by itself. */}
      <noscript>
        <li>
          <Link className={ENTRY} to="/user-profile">
            Profile
          </Link>
        </li>
      </noscript>
      {canSignOut && (
        <li>
          <button type="button" className={ENTRY} onClick={() => void signOut()}>
            Logout
          </button>
        </li>
      )}
    </ul>
  )
}
