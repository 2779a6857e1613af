import { ProductCard } from '#app/catalogue/lists/product-card.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { DEFAULT_LIMIT } from '#contract/catalogue/lists/list-limits.ts'
import type { Product } from '#contract/catalogue/catalogue.ts'

const SKELETONS = 8
const EAGER = 4
export const GRID = 'product-grid'
/** How wide the larger cards of a dozen are (see `product-grid.css`), by their place in it. */
const LARGE_WIDTHS: Readonly<Record<number, string>> = {
  2: '(min-width: 1280px) 480px, (min-width: 768px) 30vw, 46vw',
  4: '(min-width: 1280px) 300px, (min-width: 768px) 62vw, 92vw',
  11: '(min-width: 768px) 300px, 92vw',
}

const placeOf = (index: number) => (index === 0 ? 'first' : index < EAGER ? 'eager' : 'lazy')

interface ProductGridProps {
  products: Product[]
  /** The size that the list is filtered by. */
  wantedSize?: string | undefined
}

/** Products as a list of cards, two columns on phones. */
export function ProductGrid({ products, wantedSize }: ProductGridProps) {
  return (
    <ul className={`${GRID} large-cards`}>
      {products.map((product, index) => (
        <li key={product._id}>
          <ProductCard
            product={product}
            place={placeOf(index)}
            widths={LARGE_WIDTHS[index % DEFAULT_LIMIT]}
            wantedSize={wantedSize}
          />
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
