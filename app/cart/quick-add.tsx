import { Plus } from 'lucide-react'
import { useState } from 'react'

import { useAddToCart } from '#app/cart/use-add-to-cart.ts'
import type { Product } from '#contract/catalogue/catalogue.ts'

/** Adds a product from its card: at once if it has no sizes, else after a tap on a size. */
export function QuickAdd({ product }: { product: Product }) {
  const { add, isAdding } = useAddToCart()
  // A list would be a tenth larger with the sizes of all its cards.
  const [wasOpened, setWasOpened] = useState(false)
  const { _id: productId, name, stock, sizes } = product
  const id = `sizes-${productId}`
  const label = isAdding ? 'Adding...' : `Add ${name}`
  const icon = <Plus size={20} aria-hidden="true" />
  const look = 'btn btn-outline btn-small btn-icon noscript:hidden'

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
