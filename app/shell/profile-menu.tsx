import { Link } from 'react-router'

import { useVisitor } from '#app/account/visitor.tsx'
import { profileLinks } from '#app/shell/profile-links.ts'
import { useSignOut } from '#app/shell/use-sign-out.ts'

const ENTRY = 'flex min-h-11 w-full items-center rounded-control px-3 text-start hover:bg-card'

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
      {/* The session is only known to scripts. Without JavaScript the menu also links to the profile, which checks by itself. */}
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
