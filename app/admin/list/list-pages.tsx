import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'

import { listAddress } from '#app/admin/list/query-parameters.ts'
import { Link } from '#app/ui/link.tsx'
import { Pagination } from '#app/ui/pagination.tsx'

interface ListPagesProps {
  path: string
  /** What is chosen in the address, with the current page. */
  view: { page: number } & Record<string, string | number | undefined>
  /** How many rows there are; undefined if they could not be loaded. */
  total: number | undefined
  perPage: number
  /** The name of the page in the address. */
  pageName?: string | undefined
}

function Step({ to, label, icon: Icon }: { to: string; label: string; icon: LucideIcon }) {
  return (
    <Link to={to} aria-label={label} title={label}>
      <Icon size={18} aria-hidden="true" />
    </Link>
  )
}

/** The links to the pages of an administrators' list, and to the page before and after this one. */
export function ListPages({ path, view, total = 0, perPage, pageName = 'page' }: ListPagesProps) {
  const current = view.page
  const last = Math.ceil(total / perPage)
  const hrefFor = (page: number) =>
    listAddress(path, { ...view, page: undefined, [pageName]: page > 1 ? page : undefined })
  return (
    <div className="mt-6">
      <Pagination
        current={current}
        total={last}
        hrefFor={hrefFor}
        before={current > 1 && <Step to={hrefFor(current - 1)} label="Previous page" icon={ChevronLeft} />}
        after={current < last && <Step to={hrefFor(current + 1)} label="Next page" icon={ChevronRight} />}
      />
    </div>
  )
}
