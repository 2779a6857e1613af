import type { ReactNode } from 'react'

import { FeaturedCard } from '#app/catalogue/rows/featured-card.tsx'
import { Arrow } from '#app/ui/arrow.tsx'
import { Deferred } from '#app/ui/deferred.tsx'
import { Scroller } from '#app/ui/scroller.tsx'
import { Link } from '#app/ui/link.tsx'
import type { FeaturedProduct } from '#contract/catalogue/catalogue.ts'
import type { FeaturedRow } from '#contract/catalogue/lists/featured-rows.ts'

interface FeaturedSectionProps {
  row: FeaturedRow
  /** A promise on a client-side navigation: the row's loading text is shown until it resolves. */
  products: FeaturedProduct[] | Promise<FeaturedProduct[]>
  /** Dark in either theme. */
  isNight?: boolean
  /** Renders nothing if it fails to load, instead of the error screen. */
  isOptional?: boolean
  /**
   * On a product's page: the id of that product, which is left out; the cards then lead to products instead of
   * categories.
   */
  exceptId?: string
}

interface CardRowProps {
  label: string
  head: ReactNode
  products: readonly FeaturedProduct[]
  leadsTo: 'category' | 'product'
}

/** A row of cards that scrolls, below its heading. */
export function CardRow({ label, head, products, leadsTo }: CardRowProps) {
  return (
    <Scroller label={label} head={head}>
      {products.map((product) => (
        <li key={product._id}>
          <FeaturedCard product={product} leadsTo={leadsTo} />
        </li>
      ))}
    </Scroller>
  )
}

interface RowProps {
  row: FeaturedRow
  products: FeaturedProduct[]
  isNight: boolean
  leadsTo: 'category' | 'product'
}

function Row({ row, products, isNight, leadsTo }: RowProps) {
  if (products.length === 0) return null
  return (
    <div className={`featured-row ${isNight ? 'night my-4 py-4 sm:my-8 sm:py-8' : ''}`}>
      <div className="container py-10">
        <CardRow
          label={row.title}
          products={products}
          leadsTo={leadsTo}
          head={
            <div className="flex flex-wrap items-baseline justify-between gap-x-3">
              <h2 className="heading heading-2">{row.title}</h2>
              <Link className="text-sm underline-offset-4 hover:underline" to={`/categories/${row.slug}`}>
                <span>{`View all ${row.slug}`}</span>
                <Arrow />
              </Link>
            </div>
          }
        />
      </div>
    </div>
  )
}

/** One featured row; nothing where its category has too few products. */
export function FeaturedSection({ row, products, isNight = false, isOptional, exceptId }: FeaturedSectionProps) {
  return (
    <Deferred
      value={products}
      waiting={<p className="container py-10 text-muted">{row.loading}</p>}
      failed={isOptional ? null : undefined}
    >
      {(loaded) => (
        <Row
          row={row}
          products={loaded.filter(({ _id }) => _id !== exceptId)}
          isNight={isNight}
          leadsTo={exceptId === undefined ? 'category' : 'product'}
        />
      )}
    </Deferred>
  )
}
