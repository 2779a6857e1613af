import { CancelledAmount } from '#app/orders/cancelled-amount.tsx'
import { OrderFees } from '#app/orders/order-fees.tsx'
import { ReviewButton } from '#app/orders/review-button.tsx'
import { withWidth } from '#app/ui/picture.tsx'
import { formatTotal, lineTotal } from '#contract/units/money.ts'
import { amountLeft } from '#contract/orders/cancelled-items.ts'
import type { Order } from '#contract/orders/orders.ts'

/** The lines of an order, with the prices at the time of the order. */
export function OrderLines({ order }: { order: Order }) {
  return (
    <>
      <ul className="mt-5 grid gap-3">
        {order.products.map(({ _id, product, quantity, size, cancelled }) => (
          <li key={_id} className="grid grid-cols-[3rem_1fr_auto] items-center gap-3 text-sm">
            {product.image ? (
              <img
                src={withWidth(product.image, 160)}
                alt=""
                width={48}
                height={60}
                loading="lazy"
                className="picture rounded-control"
              />
            ) : (
              <span />
            )}
            <span className="flex min-w-0 flex-wrap items-center gap-x-3 wrap-anywhere">
              <span>
                <span>{`${product.name} `}</span>
                <span className="whitespace-nowrap">{`${size ? `· ${size} ` : ''}× ${quantity}`}</span>
              </span>
              {cancelled !== undefined && <span className="text-muted">{`${cancelled} cancelled`}</span>}
              {order.status === 'delivered' && <ReviewButton product={product} />}
            </span>
            <span className="price">{formatTotal(lineTotal(product, quantity))}</span>
          </li>
        ))}
      </ul>
      {order.discount && (
        <p className="mt-4 flex justify-between gap-4 border-t border-line pt-4 text-sm">
          <span>{`${order.discount.reason} `}</span>
          <span className="price">{`−${formatTotal(order.discount.amount)}`}</span>
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
