import { data } from 'react-router'

import type { Route } from './+types/order-status'

import { browserApi } from '#app/api/browser-api.ts'
import { serverApi } from '#app/api/request-context.ts'
import { OrderTimeline } from '#app/orders/order-timeline.tsx'
import { ParcelTrail } from '#app/orders/parcel-trail.tsx'
import { ParcelTracking } from '#app/orders/parcel-tracking.tsx'
import { CancelledAmount } from '#app/orders/cancelled-amount.tsx'
import { OrderFees } from '#app/orders/order-fees.tsx'
import { paymentNote } from '#app/orders/payment-texts.ts'
import { pageMeta } from '#app/shell/page-meta.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { formatDate } from '#app/ui/format-date.ts'
import { ProductLine } from '#app/ui/product-line.tsx'
import type { Api } from '#contract/api/api.ts'
import { isShopError } from '#contract/api/errors.ts'
import { discountText } from '#contract/cart/offer-discount.ts'
import { formatTotal } from '#contract/units/money.ts'
import { amountLeft } from '#contract/orders/cancelled-items.ts'
import { deliveryText } from '#contract/delivery/delivery-text.ts'
import { isOpenStatus } from '#contract/states/order-states.ts'
import type { SharedOrder } from '#contract/orders/shared-order.ts'

type Loaded = { order: SharedOrder; ended?: undefined } | { order?: undefined; ended: string }

async function load(api: Api, token: string): Promise<Loaded> {
  try {
    return { order: await api.getSharedOrder(token) }
  } catch (error) {
    if (!isShopError(error) || error.code !== 'not_found') throw error
    return { ended: error.message }
  }
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const loaded = await load(serverApi(context), params.token)
  return data(loaded, { status: loaded.order ? 200 : 404 })
}
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => load(browserApi, params.token)

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Your order', isIndexed: false })

function Products({ order }: { order: SharedOrder }) {
  const { products, discount, fees } = order
  return (
    <>
      <ul className="mt-6 grid gap-3">
        {products.map(({ name, image, size, quantity, cancelled, amount }) => (
          <ProductLine
            key={`${name} ${size}`}
            image={image}
            name={name}
            size={size}
            quantity={quantity}
            amount={amount}
          >
            {cancelled !== undefined && <p className="text-muted">{`${cancelled} cancelled`}</p>}
          </ProductLine>
        ))}
      </ul>
      {discount && (
        <p className="mt-4 flex justify-between gap-4 border-t border-line pt-4 text-sm">
          <span>{`${discount.reason} `}</span>
          <span className="price">{discountText(discount)}</span>
        </p>
      )}
      <OrderFees fees={fees} className="mt-4 pt-4" />
      <CancelledAmount order={order} className="mt-4 pt-4" />
      <p className="mt-4 flex justify-between border-t border-line pt-4 font-semibold">
        Total <span className="price">{formatTotal(amountLeft(order))}</span>
      </p>
    </>
  )
}

/** The status of an order, for everybody who has the link from a mail about it. */
export default function OrderStatusScreen({ loaderData: { order, ended } }: Route.ComponentProps) {
  if (!order) {
    return (
      <div className="container max-w-2xl py-12">
        <h1 className="heading heading-1">This link has ended</h1>
        <p className="lead mt-5">{ended}</p>
        <ButtonLink to="/signin" className="mt-8">
          Login
        </ButtonLink>
      </div>
    )
  }
  const note = paymentNote(order)
  return (
    <div className="container max-w-2xl py-12">
      <h1 className="heading heading-1">
        Order <span className="whitespace-nowrap tabular-nums">{`#${order.number}`}</span>
      </h1>
      <p className="mt-2 text-muted">{`Placed on ${formatDate(order.createdAt)}`}</p>
      {order.deliverBy && isOpenStatus(order.status) && (
        <p className="text-muted">{deliveryText({ by: order.deliverBy })}</p>
      )}
      {note && <p className="mt-2 font-semibold">{note}</p>}
      <div className="mt-6">
        <OrderTimeline order={order} />
      </div>
      {order.shipment && <ParcelTracking shipment={order.shipment} />}
      {order.parcel && <ParcelTrail parcel={order.parcel} />}
      <Products order={order} />
      <p className="mt-8 text-sm text-muted">
        Whoever has this link sees this page until <span>{formatDate(order.linkEndsAt)}</span>, and nothing else. The
        address and the documents of the order are on the profile.
      </p>
      <ButtonLink to="/signin" variant="outline" className="mt-4">
        Login
      </ButtonLink>
    </div>
  )
}
