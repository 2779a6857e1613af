import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'

import { ProductGrid } from '#app/catalogue/lists/product-grid.tsx'
import { saveLoadedPage, findLoadedPage, scrollBack } from '#app/catalogue/lists/loaded-pages-storage.ts'
import { Button } from '#app/ui/button.tsx'
import { toastError } from '#app/ui/toast.tsx'
import { DEFAULT_LIMIT } from '#contract/catalogue/lists/list-limits.ts'
import type { ProductListAnswer, Product } from '#contract/catalogue/catalogue.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

interface LoadMoreProps {
  answer: ProductListAnswer
  wantedSize: string | undefined
  loadPage(page: number): Promise<ProductListAnswer>
}

interface LoadedPages {
  products: Product[]
  /** The last page that has been loaded. */
  page: number
}

/** The loaded products by visit to a list, so that going back shows them at once. */
const loadedByVisit = new Map<string, LoadedPages>()

/** 'Load 12 more' below a list: appends the next pages; the pagination links stay unchanged. */
export function LoadMore(props: LoadMoreProps) {
  const { key, pathname, search } = useLocation()
  const visit = `${key} ${pathname}${search}`
  return <More key={visit} visit={visit} visitKey={key} {...props} />
}

/** The products of further pages, without those already shown: the list may have changed between the calls. */
function productsOf(answers: readonly ProductListAnswer[], shown: readonly Product[]): Product[] {
  const knownIds = new Set(shown.map(({ _id }) => _id))
  const all = answers.flatMap(({ products }) => products)
  return all.filter(({ _id }) => !knownIds.has(_id) && knownIds.add(_id))
}

interface MoreProps extends LoadMoreProps {
  /** Identifies this visit to the list. */
  visit: string
  /** The router's key of this visit. */
  visitKey: string
}

function More({ visit, visitKey, answer, wantedSize, loadPage }: MoreProps) {
  const isReturn = useNavigationType() === NavigationType.Pop
  const isGrowing = useRef(false)
  const [{ products, page }, setMore] = useState<LoadedPages>(
    () => loadedByVisit.get(visit) ?? { products: [], page: answer.currentPage },
  )
  const [isLoading, setIsLoading] = useState(false)
  const [hasFailed, setHasFailed] = useState(false)

  function add(answers: readonly ProductListAnswer[]) {
    const added = [...products, ...productsOf(answers, [...answer.products, ...products])]
    const more = { products: added, page: answers.at(-1)?.currentPage ?? page }
    loadedByVisit.set(visit, more)
    saveLoadedPage(visit, more.page)
    setMore(more)
  }

  async function loadTo(last: number) {
    setIsLoading(true)
    setHasFailed(false)
    try {
      const pages = Array.from({ length: last - page }, (_, index) => page + 1 + index)
      add(await Promise.all(pages.map(loadPage)))
    } catch {
      toastError(WORDINGS.products.fetchFailed)
      setHasFailed(true)
    } finally {
      setIsLoading(false)
    }
  }

  // After a reload, or on the way back from another site, only the number of the last loaded page is left.
  useEffect(() => {
    const last = isReturn ? Math.min(findLoadedPage(visit) ?? 0, answer.totalPages) : 0
    if (last <= page) return
    isGrowing.current = true
    void loadTo(last)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each visit, which is this component's key
  }, [])

  useLayoutEffect(() => {
    if (!isGrowing.current || products.length === 0) return
    isGrowing.current = false
    scrollBack(visitKey)
  }, [products, visitKey])

  return (
    <div className="mt-10 grid gap-10">
      {products.length > 0 && <ProductGrid products={products} wantedSize={wantedSize} />}
      {page < answer.totalPages && (
        <div className="grid justify-items-center gap-3 text-center noscript:hidden">
          {hasFailed && <p className="field-error">{WORDINGS.products.fetchFailed}</p>}
          <Button
            variant="outline"
            isPending={isLoading}
            onClick={() => void loadTo(page + 1)}
          >{`Load ${Math.min(DEFAULT_LIMIT, answer.totalProducts - page * DEFAULT_LIMIT)} more`}</Button>
        </div>
      )}
    </div>
  )
}
