import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'

import { ProductGrid } from '#app/catalogue/product-grid.tsx'
import { Button } from '#app/ui/button.tsx'
import { toastError } from '#app/ui/toast.tsx'
import { DEFAULT_LIMIT } from '#contract/catalogue-rules.ts'
import type { ProductListAnswer, Product } from '#contract/catalogue.ts'
import { WORDINGS } from '#contract/wordings.ts'

interface LoadMoreProps {
  answer: ProductListAnswer
  loadPage(page: number): Promise<ProductListAnswer>
}

/** 'Load 12 more' below a list: the next pages are added here, and the pages' links stay what they are. */
export function LoadMore({ answer, loadPage }: LoadMoreProps) {
  const { key } = useLocation()
  const [more, setMore] = useState<Product[]>([])
  const [page, setPage] = useState(answer.currentPage)
  const [isLoading, setIsLoading] = useState(false)
  useEffect(() => {
    setMore([])
    setPage(answer.currentPage)
  }, [key, answer.currentPage])

  async function load() {
    setIsLoading(true)
    try {
      const next = await loadPage(page + 1)
      // A list that has changed meanwhile may bring again what stands there already.
      setMore((known) => {
        const knownIds = new Set([...answer.products, ...known].map(({ _id }) => _id))
        return [...known, ...next.products.filter(({ _id }) => !knownIds.has(_id))]
      })
      setPage(next.currentPage)
    } catch {
      toastError(WORDINGS.products.fetchFailed)
    } finally {
      setIsLoading(false)
    }
  }

  return (
    <div className="mt-10 grid gap-10">
      {more.length > 0 && <ProductGrid products={more} />}
      {page < answer.totalPages && (
        <div className="text-center noscript:hidden">
          <Button variant="outline" isPending={isLoading} onClick={() => void load()}>
            Load {Math.min(DEFAULT_LIMIT, answer.totalProducts - page * DEFAULT_LIMIT)} more
          </Button>
        </div>
      )}
    </div>
  )
}
