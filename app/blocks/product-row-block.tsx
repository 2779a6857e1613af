import { CardRow } from '#app/catalogue/featured-section.tsx'
import { Arrow } from '#app/ui/arrow.tsx'
import { Link } from '#app/ui/link.tsx'
import type { FeaturedProduct } from '#contract/catalogue/catalogue.ts'
import type { BlockFields } from '#contract/pages/block-kinds.ts'

interface ProductRowProps {
  fields: BlockFields<'productRow'>
  products: readonly FeaturedProduct[]
}

/** A row of products that the server has chosen. */
export function ProductRowBlock({ fields: { title, source, category, isNight }, products }: ProductRowProps) {
  return (
    <div className={`featured-row ${isNight ? 'night my-8 py-8' : ''}`}>
      <div className="container py-10">
        <CardRow
          label={title}
          products={products}
          leadsTo="product"
          head={
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 className="heading heading-2">{title}</h2>
              {source === 'of a category' && (
                <Link
                  className="text-sm underline-offset-4 hover:underline"
                  to={`/categories/${encodeURIComponent(category)}`}
                >
                  <span>{`View all ${category}`}</span>
                  <Arrow />
                </Link>
              )}
            </div>
          }
        />
      </div>
    </div>
  )
}
