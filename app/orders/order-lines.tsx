import { CancelledAmount } from '#app/orders/cancelled-amount.tsx'
import { OrderFees } from '#app/orders/order-fees.tsx'
import { ReviewButton } from '#app/orders/review-button.tsx'
import { ProductLine } from '#app/ui/product-line.tsx'
import { discountText } from '#contract/cart/offer-discount.ts'
import { formatTotal, lineTotal } from '#contract/units/money.ts'
import { amountLeft } from '#contract/orders/cancelled-items.ts'
import type { Order } from '#contract/orders/orders.ts'

/** The lines of an order, with the prices at the time of the order. */
export function OrderLines({ order }: { order: Order }) {
  return (
    <>
      <ul className="mt-5 grid gap-3">
        {order.products.map(({ _id, product, quantity, size, cancelled }) => (
          <ProductLine
            key={_id}
            image={product.image}
            name={product.name}
            size={size}
            quantity={quantity}
            amount={lineTotal(product, quantity)}
          >
            {cancelled !== undefined && <p className="text-muted">{`${cancelled} cancelled`}</p>}
            {order.status === 'delivered' && <ReviewButton product={product} />}
          </ProductLine>
        ))}
      </ul>
      {order.discount && (
        <p className="mt-4 flex justify-between gap-4 border-t border-line pt-4 text-sm">
          <span>{`${order.discount.reason} `}</span>
          <span className="price">{discountText(order.discount)}</span>
        </p>
      )}
      <OrderFees fees={order.fees} className="mt-4 pt-4" />
      <CancelledAmount order={order} className="mt-4 pt-4" />
      <p className="mt-4 flex justify-between border-t border-line pt-4 font-semibold">
        Total <span className="price">{formatTotal(amountLeft(order))}</span>
      </p>
    </>
  )
}
