import { Link } from 'react-router'

/** Screens for what a customer sets up once, so that the profile stays a page about orders. */
const MENU_ENTRIES = [
  { to: '/user-profile/details', label: 'Name, e-mail, phone and password' },
  { to: '/user-profile/addresses', label: 'Addresses' },
  { to: '/user-profile/devices', label: 'Where you are logged in' },
  { to: '/user-profile/passkeys', label: 'Passkeys' },
  { to: '/user-profile/data', label: 'Your data' },
] as const

export function AccountLinks() {
  return (
    <nav aria-label="Your account" className="mt-6">
      <ul className="grid border-t border-line">
        {MENU_ENTRIES.map(({ to, label }) => (
          <li key={to} className="border-b border-line">
            <Link to={to} className="flex min-h-11 items-center text-sm font-semibold">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The way back to the profile and the heading of one of these screens. */
export function AccountHeading({ title }: { title: string }) {
  return (
    <>
      <Link to="/user-profile" className="link inline-flex min-h-11 items-center text-sm">
        Back to your profile
      </Link>
      <h1 className="heading heading-1 mt-2">{title}</h1>
    </>
  )
}
