import { useState } from 'react'

import { useShop } from '#app/api/use-shop.ts'
import { OrderCard } from '#app/orders/order-card.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import type { Order } from '#contract/orders/orders.ts'

/** The orders of the customer on their profile, newest first. */
export function MyOrders({ orders: first, failure }: { orders: Order[]; failure?: string }) {
  const { words } = useShop()
  const [orders, setOrders] = useState(first)
  const replace = (changed: Order) =>
    setOrders((known) => known.map((order) => (order._id === changed._id ? changed : order)))

  return (
    <>
      {failure && <p className="field-error mt-4">{failure}</p>}
      <div className="mt-6 grid gap-5">
        {orders.length === 0 && !failure && (
          <EmptyState message={words.emptyOrders}>
            <ButtonLink to="/getproducts">Explore Collection</ButtonLink>
          </EmptyState>
        )}
        {orders.map((order) => (
          <OrderCard key={order._id} order={order} onChange={replace} />
        ))}
      </div>
    </>
  )
}
