import { useEffect, useId, useRef } from 'react'
import { useLocation } from 'react-router'

import { useShop } from '#app/api/use-shop.ts'
import { paymentNote } from '#app/orders/payment-texts.ts'
import { deliveryLine } from '#app/orders/estimated-delivery.ts'
import { MissingAddress } from '#app/orders/missing-address.tsx'
import { OrderLines } from '#app/orders/order-lines.tsx'
import { OrderTimeline } from '#app/orders/order-timeline.tsx'
import { PayNowLink } from '#app/orders/pay-now-link.tsx'
import { ParcelTrail } from '#app/orders/parcel-trail.tsx'
import { ParcelTracking } from '#app/orders/parcel-tracking.tsx'
import { ReturnsLink } from '#app/orders/returns-link.tsx'
import { SandboxOrderBadge } from '#app/orders/sandbox-order-badge.tsx'
import { OrderStatusBadge } from '#app/orders/order-status-badge.tsx'
import { useBuyAgain } from '#app/orders/use-buy-again.ts'
import { useCancelOrder } from '#app/orders/use-cancel-order.ts'
import { documentTitle } from '#contract/tax/document-kinds.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { formatDate } from '#app/ui/format-date.ts'
import { countLeft, itemsLeft } from '#contract/orders/cancelled-items.ts'
import { isUnsentStatus } from '#contract/states/order-states.ts'
import type { Order } from '#contract/orders/orders.ts'

function Delivery({ order }: { order: Order }) {
  const delivery = deliveryLine(order, useShop().deliveryDays)
  return delivery && <p className="text-sm text-muted">{delivery}</p>
}

function DeliveryAddress({ address, buyerGstin, buyerFirm }: Pick<Order, 'address' | 'buyerGstin' | 'buyerFirm'>) {
  if (!address) return null
  const { fullName, street, city, state, pincode, phone } = address
  const billed = [buyerFirm && `, billed to ${buyerFirm}`, buyerGstin && `, GSTIN ${buyerGstin}`]
    .filter(Boolean)
    .join('')
  return (
    <address className="mt-4 text-sm wrap-anywhere text-muted not-italic">
      <span className="font-semibold text-ink">{fullName}</span>
      <span>{`, ${street}, ${city}, ${state} ${pincode}, ${phone}${billed}`}</span>
    </address>
  )
}

/** Where somebody without JavaScript agrees to what comes back for the whole order. */
function cancelAddress({ _id, products }: Order): string {
  const all = new URLSearchParams(products.map((line) => [line._id, String(itemsLeft(line))]))
  return `/user-profile/orders/${_id}/cancel?${all}`
}

/** One order of the profile: status, timeline, lines, total, address, and the customer's actions. */
export function OrderCard({ order, onChange }: { order: Order; onChange(order: Order): void }) {
  const headingId = useId()
  const card = useRef<HTMLElement>(null)
  const isTarget = useLocation().hash === `#${order._id}`
  // The orders load after the page, too late for the browser to scroll to the URL's hash by itself.
  useEffect(() => {
    if (isTarget) card.current?.scrollIntoView()
  }, [isTarget])
  const { isCancelling, cancel } = useCancelOrder(order, onChange)
  const { isBuyingAgain, buyAgain } = useBuyAgain(order)
  const note = paymentNote(order)
  const isUnsent = isUnsentStatus(order.status)
  return (
    <article ref={card} id={order._id} className="card p-5 sm:p-6" aria-labelledby={headingId}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id={headingId} className="heading heading-3">
          Order <span className="whitespace-nowrap tabular-nums">{`#${shortIdOf(order._id)}`}</span>
        </h3>
        <span className="flex gap-2">
          <SandboxOrderBadge order={order} />
          <OrderStatusBadge status={order.status} />
        </span>
      </div>
      <p className="mt-1 text-sm text-muted">{`Placed on ${formatDate(order.createdAt)}`}</p>
      {order.exchangeOf && (
        <p className="mt-1 text-sm text-muted">
          {`In exchange for pieces of order #${shortIdOf(order.exchangeOf.orderId)}, at no charge`}
        </p>
      )}
      <Delivery order={order} />
      {note && <p className="mt-2 text-sm font-semibold">{note}</p>}
      <div className="mt-5">
        <OrderTimeline order={order} />
      </div>
      {order.shipment && <ParcelTracking shipment={order.shipment} />}
      {order.parcel && <ParcelTrail parcel={order.parcel} />}
      <OrderLines order={order} />
      <DeliveryAddress {...order} />
      {!order.address && isUnsent && <MissingAddress order={order} onChange={onChange} />}
      <div className="mt-5 flex flex-wrap gap-3 border-t border-line pt-5">
        {isUnsent && order.confirmUntil !== undefined && (
          <ButtonLink to={`/user-profile/orders/${order._id}/confirm`} aria-describedby={headingId}>
            Confirm by a code
          </ButtonLink>
        )}
        <PayNowLink order={order} describedBy={headingId} />
        {order.documents.map(({ _id, kind }) => (
          <a
            key={_id}
            className="btn btn-outline"
            href={`/api/order/documents/${_id}`}
            download
            aria-describedby={headingId}
          >
            {documentTitle(kind)}
          </a>
        ))}
        <Button
          variant="outline"
          className="noscript:hidden"
          isPending={isBuyingAgain}
          aria-describedby={headingId}
          onClick={buyAgain}
        >
          Buy again
        </Button>
        <ReturnsLink order={order} describedBy={headingId} />
        {isUnsent && countLeft(order) > 1 && (
          <ButtonLink to={`/user-profile/orders/${order._id}/cancel`} variant="quiet" aria-describedby={headingId}>
            Cancel pieces
          </ButtonLink>
        )}
        {isUnsent && (
          <>
            <Button
              variant="quiet"
              className="noscript:hidden"
              isPending={isCancelling}
              aria-describedby={headingId}
              onClick={cancel}
            >
              Cancel order
            </Button>
            <noscript>
              <a className="btn btn-quiet" href={cancelAddress(order)} aria-describedby={headingId}>
                Cancel order
              </a>
            </noscript>
          </>
        )}
      </div>
    </article>
  )
}
