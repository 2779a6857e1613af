import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { AdminLinks, type AdminLinkLabel } from '#app/admin/shell/admin-links.tsx'
import { listAddress } from '#app/admin/shell/list-view.ts'
import { Pagination } from '#app/ui/pagination.tsx'

interface AdminPageProps {
  title: string
  links: readonly AdminLinkLabel[]
  /** The page's own path, which the links leave out. */
  path?: string
  /** Puts a link to the products above the heading. */
  isBelowProducts?: boolean
  className?: string
  children: ReactNode
}

/** An administrators' page: its heading, the links to the other pages, its content. */
export function AdminPage({ title, links, path, isBelowProducts, className = '', children }: AdminPageProps) {
  return (
    <div className={`container py-8 ${className}`}>
      {isBelowProducts && (
        <Link to="/admin/products" className="link">
          All products
        </Link>
      )}
      <div className={`flex flex-wrap items-end justify-between gap-4 ${isBelowProducts ? 'mt-3' : ''}`}>
        <h1 className="heading heading-1">{title}</h1>
        <AdminLinks labels={links} current={path} />
      </div>
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
