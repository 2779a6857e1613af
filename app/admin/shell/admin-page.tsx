import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { listAddress } from '#app/admin/shell/query-parameters.ts'
import { Pagination } from '#app/ui/pagination.tsx'

interface AdminPageProps {
  title: string
  /** The page above this one. */
  above?: { to: string; label: string }
  /** Beside the heading: a status, an id. */
  beside?: ReactNode
  /** What can be done with the page as a whole; its primary action comes last. It stands at the top right. */
  actions?: ReactNode
  /** A sentence under the heading. */
  lead?: ReactNode
  className?: string
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
      {children}
    </div>
  )
}

interface ListPagesProps {
  path: string
  /** What is chosen in the address, with the current page. */
  view: { page: number } & Record<string, string | number | undefined>
  /** How many rows there are; undefined if they could not be loaded. */
  total: number | undefined
  perPage: number
}

/** The links to the pages of an administrators' list. */
export function ListPages({ path, view, total = 0, perPage }: ListPagesProps) {
  return (
    <div className="mt-6">
      <Pagination
        current={view.page}
        total={Math.ceil(total / perPage)}
        hrefFor={(page) => listAddress(path, { ...view, page })}
      />
    </div>
  )
}
