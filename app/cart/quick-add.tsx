import { Plus } from 'lucide-react'
import { useState } from 'react'

import { useShop } from '#app/api/use-shop.ts'
import { useAddToCart } from '#app/cart/use-add-to-cart.ts'
import { withWidth } from '#app/ui/picture.tsx'
import { Price } from '#app/ui/price.tsx'
import type { Product } from '#contract/catalogue/catalogue.ts'
import { shownPrices } from '#contract/catalogue/shown-prices.ts'

/** Adds a product from its card: at once if it has no sizes, else after a tap on a size. */
export function QuickAdd({ product }: { product: Product }) {
  const shop = useShop()
  const { add, isAdding } = useAddToCart()
  // A list would be a tenth larger with the sizes of all its cards.
  const [wasOpened, setWasOpened] = useState(false)
  const { _id: productId, name, stock, sizes } = product
  const id = `sizes-${productId}`
  const label = isAdding ? 'Adding...' : `Add ${name}`
  const icon = <Plus size={20} aria-hidden="true" />
  const look = 'btn btn-icon quick-add-opener noscript:hidden'

  if (sizes.length === 0 || stock === 0) {
    return (
      <button
        type="button"
        className={look}
        aria-label={label}
        disabled={stock === 0 || isAdding}
        onClick={() => void add({ productId })}
      >
        {icon}
      </button>
    )
  }
  return (
    <>
      <button type="button" className={look} aria-label={label} popoverTarget={id} disabled={isAdding}>
        {icon}
      </button>
      <div
        id={id}
        popover="auto"
        className="quick-add"
        role="group"
        aria-label={`Sizes of ${name}`}
        onBeforeToggle={() => setWasOpened(true)}
      >
        {wasOpened && (
          <>
            <div className="mb-4 flex items-center gap-3">
              {product.images[0] && (
                <img
                  src={withWidth(product.images[0], 160)}
                  alt=""
                  width={48}
                  height={60}
                  className="rounded-control object-cover"
                />
              )}
              <p className="min-w-0 text-sm">
                <span className="block truncate font-semibold">{name}</span>
                <Price {...shownPrices(product, shop)} />
              </p>
            </div>
            <p className="mb-3 text-sm font-semibold">Choose a size</p>
            <div className="flex flex-wrap gap-2">
              {sizes.map(({ size, stock: left }) => (
                <button
                  key={size}
                  type="button"
                  className="quick-add-size"
                  disabled={left === 0}
                  popoverTarget={id}
                  popoverTargetAction="hide"
                  aria-label={`Add ${name}, size ${size}`}
                  onClick={() => void add({ productId, size })}
                >
                  {size}
                </button>
              ))}
            </div>
          </>
        )}
      </div>
    </>
  )
}
