import type { ReactNode } from 'react'

import { Link } from '#app/ui/link.tsx'

/** A page's number, or a gap where pages are left out. */
type PageItem = number | 'gap'

/** The pages that a pagination shows: the first, the last, the current one and its neighbours, with gaps between. */
export function pageItems(current: number, total: number): PageItem[] {
  const shown = [...new Set([1, current - 1, current, current + 1, total])]
    .filter((page) => page >= 1 && page <= total)
    .toSorted((a, b) => a - b)
  return shown.flatMap((page, index): PageItem[] => (page - (shown[index - 1] ?? 0) > 1 ? ['gap', page] : [page]))
}

interface PaginationProps {
  current: number
  total: number
  /** The address of a page, relative to the router. */
  hrefFor: (page: number) => string
  /** Beside the pages: links to the one before and the one after. */
  before?: ReactNode
  after?: ReactNode
}

/** Links to the pages of a list. Nothing where there is only one page. */
export function Pagination({ current, total, hrefFor, before, after }: PaginationProps) {
  if (total <= 1) return null
  return (
    <nav aria-label="Pagination" className="pages">
      {before}
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
      {after}
    </nav>
  )
}
