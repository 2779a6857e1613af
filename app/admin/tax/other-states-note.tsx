import { Link } from 'react-router'

/** What the law asks of whoever sends to other states without a registration, and where they answer it. */
export function OtherStatesNote() {
  return (
    <p>
      <span>
        You take orders from other states. Whoever sends goods there has to be registered, at any turnover (section 24
        of the CGST Act).
      </span>{' '}
      <Link className="link" to="/admin/settings#tax">
        Register, or close other states, in the settings
      </Link>
    </p>
  )
}
