import { useEffect, useState } from 'react'

import { browserApi } from '#app/api/browser-api.ts'
import { CardRow } from '#app/catalogue/rows/featured-section.tsx'
import { RecentlyViewedRow } from '#app/catalogue/rows/recently-viewed-row.tsx'
import { addSeen } from '#app/catalogue/rows/recently-viewed.ts'
import type { FeaturedProduct, Product, RelatedAnswer } from '#contract/catalogue/catalogue.ts'

/** Answers since this tab loaded the shop, so that the rows are there at once when the visitor comes back. */
const known = new Map<string, RelatedAnswer>()

function useRelated(productId: string): RelatedAnswer | undefined {
  const [related, setRelated] = useState(() => known.get(productId))
  useEffect(() => {
    let isStale = false
    browserApi.listRelated(productId).then(
      (answer) => {
        known.set(productId, answer)
        if (!isStale) setRelated(answer)
      },
      // The page does without these rows.
      () => undefined,
    )
    return () => {
      isStale = true
    }
  }, [productId])
  return related
}

function Row({ title, products }: { title: string; products: readonly FeaturedProduct[] }) {
  if (products.length === 0) return null
  return (
    <div className="mt-16">
      <CardRow
        label={title}
        head={<h2 className="heading heading-2">{title}</h2>}
        products={products}
        leadsTo="product"
      />
    </div>
  )
}

/**
 * Products that go with this one, similar ones, and those viewed before. Loaded after the page. Which ones, says
 * `server/catalogue/lists/related-products.ts`.
 */
export function RelatedProducts({ product }: { product: Product }) {
  const related = useRelated(product._id)
  useEffect(() => addSeen(product, localStorage), [product])
  return (
    <div className="more-products">
      {related && <Row title="Goes with" products={related.goesWith} />}
      {related && <Row title="More like this" products={related.moreLikeThis} />}
      <RecentlyViewedRow exceptId={product._id} />
    </div>
  )
}
