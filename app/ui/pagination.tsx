import { Link } from 'react-router'

import { pageItems } from './page-items.ts'

export interface PaginationProps {
  current: number
  total: number
  /** The address of a page, relative to the router. */
  hrefFor: (page: number) => string
}

/** Links to the pages of a list. Nothing where there is only one page. */
export function Pagination({ current, total, hrefFor }: PaginationProps) {
  if (total <= 1) return null
  return (
    <nav aria-label="Pagination" className="pages">
      {pageItems(current, total).map((item, index) =>
        item === 'gap' ? (
          // A gap is identified by its position: before or after the current page.
          <span key={`gap-${index}`}>…</span>
        ) : (
          <Link key={item} to={hrefFor(item)} aria-current={item === current ? 'page' : undefined}>
            {item}
          </Link>
        ),
      )}
    </nav>
  )
}
