/** A page's number, or a gap where pages are left out. */
export type PageItem = number | 'gap'

/** The pages that a pagination shows: the first, the last, the current one and its neighbours, with gaps between. */
export function pageItems(current: number, total: number): PageItem[] {
  const shown = [...new Set([1, current - 1, current, current + 1, total])]
    .filter((page) => page >= 1 && page <= total)
    .toSorted((a, b) => a - b)
  return shown.flatMap((page, index): PageItem[] => (page - (shown[index - 1] ?? 0) > 1 ? ['gap', page] : [page]))
}
