import { ProductCard } from '#app/catalogue/product-card.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { Product } from '#contract/catalogue/catalogue.ts'

const SKELETONS = 8
const EAGER = 4
export const GRID = 'grid grid-cols-2 gap-x-4 gap-y-10 md:grid-cols-3 xl:grid-cols-4'

const placeOf = (index: number) => (index === 0 ? 'first' : index < EAGER ? 'eager' : 'lazy')

interface ProductGridProps {
  products: Product[]
  /** The size that the list is filtered by. */
  wantedSize?: string | undefined
}

/** Products as a list of cards, two columns on phones. */
export function ProductGrid({ products, wantedSize }: ProductGridProps) {
  return (
    <ul className={GRID}>
      {products.map((product, index) => (
        <li key={product._id}>
          <ProductCard product={product} place={placeOf(index)} wantedSize={wantedSize} />
        </li>
      ))}
    </ul>
  )
}

/** Eight placeholder cards while products are loading. */
export function SkeletonGrid() {
  return (
    <div className={GRID} aria-busy="true" aria-label="Loading products" role="group">
      {Array.from({ length: SKELETONS }, (_, index) => (
        <Skeleton key={index} className="aspect-4/5 rounded-card" />
      ))}
    </div>
  )
}
