import { Link } from 'react-router'

import { FeaturedCard } from '#app/catalogue/featured-card.tsx'
import type { FeaturedRow } from '#app/catalogue/featured.ts'
import { Arrow } from '#app/ui/arrow.tsx'
import { Loaded } from '#app/ui/loaded.tsx'
import { Scroller } from '#app/ui/scroller.tsx'
import type { Product } from '#contract/catalogue.ts'

interface FeaturedSectionProps {
  row: FeaturedRow
  /** A promise on moves inside the shop, where the row's loading text stands meanwhile; there at once on the first page. */
  products: Product[] | Promise<Product[]>
  isFirst?: boolean
  /** A band that is dark in either theme: it gives a page of rows a beat. */
  isNight?: boolean
  /** An extra beside something else: left out where it fails to load. */
  isOptional?: boolean
}

function Row({
  row,
  products,
  isFirst,
  isNight,
}: {
  row: FeaturedRow
  products: Product[]
  isFirst: boolean
  isNight: boolean
}) {
  if (products.length === 0) return null
  return (
    <div className={isNight ? 'night my-8 py-8' : undefined}>
      <div className="container py-10">
        <Scroller
          label={row.title}
          head={
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 className="heading heading-2">{row.title}</h2>
              <Link className="text-sm underline-offset-4 hover:underline" to={`/categories/${row.slug}`}>
                View all {row.slug}
                <Arrow />
              </Link>
            </div>
          }
        >
          {products.map((product, index) => (
            <li key={product._id}>
              <FeaturedCard product={product} isEager={isFirst && index < 4} />
            </li>
          ))}
        </Scroller>
      </div>
    </div>
  )
}

/** One featured row; nothing where its category has too few products. */
export function FeaturedSection({ row, products, isFirst = false, isNight = false, isOptional }: FeaturedSectionProps) {
  return (
    <Loaded
      value={products}
      waiting={<p className="container py-10 text-muted">{row.loading}</p>}
      failed={isOptional ? null : undefined}
    >
      {(loaded) => <Row row={row} products={loaded} isFirst={isFirst} isNight={isNight} />}
    </Loaded>
  )
}
