import { ShoppingBag } from 'lucide-react'

import { itemsIn, useVisitor } from '#app/account/visitor.tsx'
import { Link } from '#app/ui/link.tsx'

/** The link to the cart. Its badge shows the number of items, for a signed-in customer with at least one. */
export function CartLink() {
  const { customer, cart } = useVisitor()
  const pieces = customer ? itemsIn(cart) : 0
  return (
    <Link
      to="/cart"
      className="relative flex min-h-11 items-center gap-2 rounded-control px-2 text-sm hover:bg-card"
      data-cart-link
    >
      <ShoppingBag size={20} aria-hidden="true" />
      <span className="max-lg:sr-only">Cart</span>
      {pieces > 0 && (
        <span className="min-w-5 max-lg:absolute max-lg:-end-1 max-lg:top-0.5 rounded-[6px] bg-marigold px-1 text-center text-xs font-bold text-on-marigold tabular-nums">
          {pieces}
        </span>
      )}
    </Link>
  )
}
