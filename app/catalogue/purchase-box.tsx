import { BadgeCheck, ShieldCheck, Truck } from 'lucide-react'
import { useEffect, useState } from 'react'

import { useAddToCart } from '#app/cart/use-add-to-cart.ts'
import { SizeTiles } from '#app/catalogue/size-tiles.tsx'
import { stockWord } from '#app/catalogue/stock-word.ts'
import type { ProductDetail } from '#contract/catalogue.ts'
import { WORDINGS } from '#contract/wordings.ts'

const PERKS = [
  { icon: Truck, text: 'Free Shipping on orders over ₹999' },
  { icon: BadgeCheck, text: 'Best Quality' },
  { icon: ShieldCheck, text: 'Secure Payment' },
] as const

const firstInStock = ({ sizes }: ProductDetail) => (sizes.find(({ stock }) => stock > 0) ?? sizes[0])?.size

/** Where a product is bought: size, stock word, the button and the perks. */
export function PurchaseBox({ product }: { product: ProductDetail }) {
  const [size, setSize] = useState(() => firstInStock(product))
  const { add, isAdding } = useAddToCart(WORDINGS.cart.addedOnProductPage)
  useEffect(() => setSize(firstInStock(product)), [product])
  const stock = product.sizes.find((one) => one.size === size)?.stock ?? product.stock

  return (
    <div className="grid gap-6">
      {product.sizes.length > 0 && <SizeTiles product={product} chosen={size} onChoose={setSize} />}
      <p className="stock-word text-sm font-semibold" data-level={stock === 0 ? 'none' : stock > 10 ? 'plenty' : 'few'}>
        {stockWord(stock)}
      </p>
      <button
        type="button"
        className="btn btn-primary w-full"
        disabled={stock === 0 || isAdding}
        onClick={() => void add({ productId: product._id, size })}
      >
        {isAdding ? 'Adding...' : 'Add to Cart'}
      </button>
      <ul className="grid gap-3 border-t border-line pt-5 text-sm text-muted">
        {PERKS.map(({ icon: Icon, text }) => (
          <li key={text} className="flex items-center gap-3">
            <Icon size={20} aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
