import { CardRow } from '#app/catalogue/rows/featured-section.tsx'
import { Arrow } from '#app/ui/arrow.tsx'
import { Link } from '#app/ui/link.tsx'
import type { FeaturedProduct } from '#contract/catalogue/catalogue.ts'
import { collectionPath } from '#contract/catalogue/collections/collection-path.ts'
import type { BlockFields } from '#contract/pages-of-blocks/block-kinds.ts'

interface ProductRowProps {
  fields: BlockFields<'productRow'>
  products: readonly FeaturedProduct[]
}

function ViewAll({ to, children }: { to: string; children: string }) {
  return (
    <Link className="text-sm underline-offset-4 hover:underline" to={to}>
      <span>{children}</span>
      <Arrow />
    </Link>
  )
}

/** A row of products that the server has chosen. */
export function ProductRowBlock({
  fields: { title, source, category, collection, isNight },
  products,
}: ProductRowProps) {
  return (
    <div className={`featured-row ${isNight ? 'night my-4 py-4 sm:my-8 sm:py-8' : ''}`}>
      <div className="container py-10">
        <CardRow
          label={title}
          products={products}
          leadsTo="product"
          head={
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <h2 className="heading heading-2">{title}</h2>
              {source === 'of a category' && (
                <ViewAll to={`/categories/${encodeURIComponent(category)}`}>{`View all ${category}`}</ViewAll>
              )}
              {source === 'of a collection' && <ViewAll to={collectionPath(collection)}>View all</ViewAll>}
            </div>
          }
        />
      </div>
    </div>
  )
}
