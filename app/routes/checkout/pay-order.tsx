import { redirect } from 'react-router'

import type { Route } from './+types/pay-order'

import { serverApi } from '#app/api/request-context.ts'
import { useShop } from '#app/api/use-shop.ts'
import { CheckoutFooter, CheckoutHeader } from '#app/checkout/checkout-frame.tsx'
import { PaymentNotice } from '#app/checkout/payment-notice.tsx'
import { usePayOrder } from '#app/checkout/use-pay-order.ts'
import { OrderLines } from '#app/orders/order-lines.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import { Button } from '#app/ui/button.tsx'
import { isShopError } from '#contract/api/errors.ts'
import { formatTotal } from '#contract/units/money.ts'
import { moneyLeft } from '#contract/orders/cancelled-items.ts'
import { payNowOf } from '#contract/orders/pay-now.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'

/**
 * Every link to this page loads a new document, so there is only a server loader. An order with nothing to pay in
 * advance is shown instead.
 */
export async function loader({ context, params: { orderId } }: Route.LoaderArgs) {
  const api = serverApi(context)
  try {
    const customer = await api.getMe()
    const orders = await api.listMyOrders(customer._id)
    const order = orders.find(({ _id }) => _id === orderId)
    const offer = order && payNowOf(order)
    if (!offer) throw redirect(order ? `/user-profile#${order._id}` : '/user-profile')
    return { customer, order, offer }
  } catch (error) {
    if (isShopError(error) && error.code === 'unauthenticated') throw redirect(`/signin?pay=${orderId}`)
    throw error
  }
}

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Pay now', isIndexed: false })

/** Pays in advance for an order that was to be paid at the door. */
export default function PayOrder({ loaderData: { customer, order, offer } }: Route.ComponentProps) {
  const { shopName, checkoutUrl, isSandbox } = useShop()
  const { isProcessing, notice, pay, prepare } = usePayOrder({ customer, order, shopName, checkoutUrl })
  const amount = formatTotal(offer.amount)
  return (
    <>
      <CheckoutHeader back={`/user-profile#${order._id}`} backTo="Back to your order" />
      <main id="main" className="container max-w-2xl py-8">
        <h1 className="heading heading-1">Pay now</h1>
        {isSandbox && <p className="mt-3 text-sm text-muted">Sandbox: the payment is emulated and no money moves.</p>}
        <p className="lead mt-5">
          {`Order #${shortIdOf(order._id)} costs ${formatTotal(moneyLeft(order))} at the door and ${amount} now.`}
        </p>
        <section aria-label="Your order" className="card mt-6 p-6">
          <OrderLines order={order} />
          <p className="mt-4 flex justify-between border-t border-line pt-4 font-semibold">
            <span>You pay now</span>
            <span className="price">{amount}</span>
          </p>
        </section>
        <div className="mt-6 grid gap-3">
          <PaymentNotice notice={notice} />
          <Button isPending={isProcessing} onClick={() => void pay()} onFocus={prepare} onPointerEnter={prepare}>
            {`Pay ${amount}`}
          </Button>
          <noscript>
            <p className="field-error">
              Paying online needs JavaScript, which is off in this browser. Turn it on, or pay at the door as before.
            </p>
          </noscript>
          <p className="text-sm text-muted">
            You can pay until the parcel leaves. A payment that comes later goes back in full, and you pay at the door.
          </p>
        </div>
      </main>
      <CheckoutFooter />
    </>
  )
}
