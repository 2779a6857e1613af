import { Link } from 'react-router'

import { movementsAddress } from '#app/admin/stock/stock-view.ts'
import type { StockRow } from '#contract/stock/stock.ts'
import { STOCK_COUNTS, type StockCountName, type StockPlace } from '#contract/stock/stock-places.ts'

const COUNTS = Object.keys(STOCK_COUNTS) as StockCountName[]

interface PlacesOfProductProps {
  productId: string
  sizes: readonly StockRow[]
  size: string | undefined
  place: StockPlace | undefined
  on: string | undefined
}

/** The pieces of each size by place; each number leads to its movements. */
export function PlacesOfProduct({ productId, sizes, size: chosenSize, place: chosenPlace, on }: PlacesOfProductProps) {
  return (
    <div className="mt-6 grid gap-4">
      {sizes.map(({ size, storagePlace, ...pieces }) => (
        <section key={size} aria-label={size === '' ? 'Places' : `Places of ${size}`} className="card p-4">
          {size !== '' && <h2 className="mb-3 font-bold">{size}</h2>}
          {storagePlace !== null && <p className="mb-3 text-sm">{`On the shelf at ${storagePlace}`}</p>}
          <dl className="grid grid-cols-3 gap-x-4 gap-y-3 sm:grid-cols-5 xl:grid-cols-9">
            {COUNTS.map((name) => {
              const { place, label } = STOCK_COUNTS[name]
              const isCurrent = place === chosenPlace && (chosenSize ?? '') === size
              return (
                <div key={name}>
                  <dt className="text-xs text-muted">{label}</dt>
                  <dd className="tabular-nums">
                    <Link
                      className={`link inline-block min-h-6 min-w-6 ${isCurrent ? 'font-bold' : ''}`}
                      aria-current={isCurrent ? 'true' : undefined}
                      to={movementsAddress(productId, { size, place, on })}
                    >
                      {pieces[name].toLocaleString('en-IN')}
                    </Link>
                  </dd>
                </div>
              )
            })}
          </dl>
        </section>
      ))}
    </div>
  )
}
