import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { FamilyTabs } from '#app/admin/shell/family-tabs.tsx'

interface AdminPageProps {
  title: string
  /** The page above this one. */
  above?: { to: string; label: string } | undefined
  /** Beside the heading: a status, an id. */
  beside?: ReactNode
  /** What can be done with the page as a whole; its primary action comes last. It stands at the top right. */
  actions?: ReactNode
  /** A sentence under the heading. */
  lead?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A page of the admin area: its heading, its actions, its content. */
export function AdminPage({ title, above, beside, actions, lead, className = '', children }: AdminPageProps) {
  return (
    <div className={`admin-page ${className}`}>
      {above && (
        <Link to={above.to} className="link text-sm">
          {above.label}
        </Link>
      )}
      <div className="admin-head">
        <h1 className="admin-title">{title}</h1>
        {beside}
        {actions && <div className="admin-actions">{actions}</div>}
      </div>
      {lead && <p className="admin-lead">{lead}</p>}
      <FamilyTabs />
      {children}
    </div>
  )
}
