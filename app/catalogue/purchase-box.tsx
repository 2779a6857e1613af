import { BadgeCheck, ShieldCheck, Truck } from 'lucide-react'
import { useState } from 'react'

import { useAddToCart } from '#app/cart/use-add-to-cart.ts'
import { SizeTiles } from '#app/catalogue/size-tiles.tsx'
import { stockLevel, stockLabel } from '#app/catalogue/stock-label.ts'
import { IN_STOCK_ABOVE } from '#contract/catalogue-rules.ts'
import type { ProductDetail } from '#contract/catalogue.ts'
import { WORDINGS } from '#contract/wordings.ts'

const PERKS = [
  { icon: Truck, text: WORDINGS.shipping.perk },
  { icon: BadgeCheck, text: 'Best Quality' },
  { icon: ShieldCheck, text: 'Secure Payment' },
] as const

const firstInStock = ({ sizes }: ProductDetail) => (sizes.find(({ stock }) => stock > 0) ?? sizes[0])?.size

/**
 * Size, stock, the button that adds to the cart, and the perks. Without JavaScript it is a plain form; `failure` is why the
 * form was refused.
 */
export function PurchaseBox({ product, failure }: { product: ProductDetail; failure?: string | undefined }) {
  const [size, setSize] = useState(() => firstInStock(product))
  const { add, isAdding } = useAddToCart(WORDINGS.cart.addedOnProductPage)
  const stock = product.sizes.find((one) => one.size === size)?.stock ?? product.stock
  // The label shows the product's stock, or that the chosen size is sold out.
  const shownStock = stock === 0 ? 0 : product.stock

  return (
    <form
      method="post"
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        void add({ productId: product._id, size })
      }}
    >
      {failure && <p className="field-error">{failure}</p>}
      {product.sizes.length > 0 && <SizeTiles product={product} chosen={size} onChoose={setSize} />}
      <div className="flex flex-wrap items-center gap-x-3 text-sm">
        <p className="stock-label font-semibold" data-level={stockLevel(shownStock)}>
          {stockLabel(shownStock)}
        </p>
        {size !== undefined && stock > 0 && stock <= IN_STOCK_ABOVE && stock < shownStock && (
          <p className="text-muted">
            {stock} in size {size}
          </p>
        )}
      </div>
      <button type="submit" className="btn btn-primary w-full" disabled={stock === 0 || isAdding}>
        {isAdding ? 'Adding...' : 'Add to Cart'}
      </button>
      <ul className="perks grid gap-3 border-t border-line pt-5 text-sm text-muted">
        {PERKS.map(({ icon: Icon, text }) => (
          <li key={text} className="flex items-center gap-3">
            <Icon size={20} aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
    </form>
  )
}
