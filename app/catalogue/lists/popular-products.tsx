import { useEffect, useState } from 'react'

import { browserApi } from '#app/api/browser-api.ts'
import { ProductGrid } from '#app/catalogue/lists/product-grid.tsx'
import type { Product } from '#contract/catalogue/catalogue.ts'

const MOST_SHOWN = 4

/** What sold most and is in stock, where a page has nothing of its own to show. Nothing if it cannot be loaded. */
export function PopularProducts() {
  const [products, setProducts] = useState<Product[]>([])
  useEffect(() => {
    let isStale = false
    browserApi.listProducts({ page: 1, limit: MOST_SHOWN, search: 'bestsellers', inStock: 'true' }).then(
      (answer) => {
        if (!isStale) setProducts(answer.products)
      },
      () => undefined,
    )
    return () => {
      isStale = true
    }
  }, [])
  if (products.length === 0) return null
  return (
    <section aria-labelledby="popular" className="mt-16">
      <h2 id="popular" className="heading heading-2 mb-6">
        You may like
      </h2>
      <ProductGrid products={products} />
    </section>
  )
}
