import type { Visitor } from '#app/account/visitor.tsx'

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

/** The entries of the profile menu: the customer's if one is signed in, else the administrator's, else the visitor's. */
export function profileLinks({ customer, admin }: Pick<Visitor, 'customer' | 'admin'>): {
  links: MenuLink[]
  canSignOut: boolean
} {
  if (customer) return { links: CUSTOMER, canSignOut: true }
  if (admin) return { links: ADMIN, canSignOut: true }
  return { links: NOBODY, canSignOut: false }
}
