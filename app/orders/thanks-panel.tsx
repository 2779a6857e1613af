import { X } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Link } from 'react-router'

import { endThanks } from '#app/account/personal-storage.ts'
import { browserApi } from '#app/api/customer-browser-api.ts'
import { useShop } from '#app/api/use-shop.ts'
import { deliveryOf } from '#app/orders/estimated-delivery.ts'
import { PayNowLink } from '#app/orders/pay-now-link.tsx'
import { OrderLines } from '#app/orders/order-lines.tsx'
import { IconButton } from '#app/ui/button.tsx'
import { BreakableEmail } from '#app/ui/breakable-email.tsx'
import type { User } from '#contract/accounts/accounts.ts'
import type { Order } from '#contract/orders/orders.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { fillPlaceholders } from '#contract/words/placeholders.ts'

interface ThanksPanelProps {
  customer: User
  orderId: string
}

/** The owner's words around a placeholder that is shown in its own way. */
function Words({ text, placeholder, shown }: { text: string; placeholder: string; shown: ReactNode }) {
  const [before = '', ...after] = text.split(`{${placeholder}}`)
  return (
    <>
      <span>{before}</span>
      {shown}
      <span>{after.join('')}</span>
    </>
  )
}

/**
 * Thanks for the order that was just paid, until it is closed. It loads the customer's own orders, so another customer
 * who signs in on this device does not see it.
 */
export function ThanksPanel({ customer, orderId }: ThanksPanelProps) {
  const { sendsMail, deliveryDays, words } = useShop()
  const [order, setOrder] = useState<Order>()
  const [isUnconfirmed, setIsUnconfirmed] = useState(false)
  useEffect(() => {
    let isStale = false
    browserApi.listMyOrders(customer._id).then(
      (orders) => {
        if (!isStale) setOrder(orders.find(({ _id }) => _id === orderId))
      },
      // The profile shows the order in any case.
      () => undefined,
    )
    return () => {
      isStale = true
    }
  }, [customer._id, orderId])

  useEffect(() => {
    if (!sendsMail) return
    browserApi.getEmailConfirmation().then(
      ({ isConfirmed }) => setIsUnconfirmed(!isConfirmed),
      () => undefined,
    )
  }, [sendsMail])

  if (!order) return null
  const delivery = deliveryOf(order, deliveryDays)
  return (
    <section aria-labelledby="thanks" className="container pb-10">
      <div className="card relative p-6 sm:p-8">
        <IconButton
          label="Close"
          icon={X}
          className="absolute end-3 top-3"
          onClick={() => {
            endThanks()
            setOrder(undefined)
          }}
        />
        <h2 id="thanks" className="heading heading-2 pe-12">
          {fillPlaceholders(words.thanksTitle, { name: customer.name })}
        </h2>
        <p className="mt-2">
          <Words
            text={words.thanksPlaced}
            placeholder="order"
            shown={<strong className="whitespace-nowrap tabular-nums">{`#${shortIdOf(order._id)}`}</strong>}
          />
          {delivery && <span>{` ${fillPlaceholders(words.thanksDelivery, { delivery })}`}</span>}
        </p>
        {words.thanksText && (
          <p className="mt-2 whitespace-pre-line">{fillPlaceholders(words.thanksText, { name: customer.name })}</p>
        )}
        {!order.address && <p className="mt-1 font-semibold">It has no address yet: please add it to your order.</p>}
        {sendsMail && (
          <p className="mt-1 text-muted">
            <Words text={words.thanksMail} placeholder="email" shown={<BreakableEmail email={customer.email} />} />
            {isUnconfirmed && (
              <span> Open the link in our mail once, and the next ones tell what you bought, too.</span>
            )}
          </p>
        )}
        <div className="max-w-xl">
          <OrderLines order={order} />
        </div>
        <div className="mt-6 flex flex-wrap gap-3">
          <Link to={`/user-profile#${order._id}`} className="btn btn-primary">
            View your order
          </Link>
          <PayNowLink order={order} />
        </div>
      </div>
    </section>
  )
}
