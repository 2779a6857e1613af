import { z } from 'zod'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { BuyAgainAnswer, Order, OrderAnswer } from '#contract/orders/orders.ts'
import { CancelOrder } from '#contract/orders/cancellations.ts'
import { AddressBody } from '#contract/schemas/address.ts'
import { CreditOrder, PaymentOrder, PaymentProof, PaymentStart, PaymentVerified } from '#contract/orders/checkout.ts'
import { OrderLinkParams, SharedOrder } from '#contract/orders/shared-order.ts'
import { id, noBody } from '#contract/schemas/basic-schemas.ts'
import { notFound } from '#server/errors.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { route } from '#server/http/route.ts'
import { HOLD_SECONDS } from '#server/orders/holds/hold-time-and-limits.ts'
import { registerSavedAddresses } from '#server/orders/address-book/address-book-routes.ts'
import { registerCashOrders } from '#server/orders/cash/cash-routes.ts'
import { registerCourierWebhook } from '#server/orders/parcels/courier-webhook-routes.ts'
import { registerWebhook } from '#server/orders/provider-events/provider-webhook-routes.ts'
import { getOrder } from '#server/orders/get-order.ts'
import { listCustomerOrders } from '#server/orders/service.ts'
import { saveAddress } from '#server/orders/order-changes/order-address.ts'
import { buyAgain } from '#server/orders/buy-again.ts'
import { cancelledNews, cancelItems } from '#server/orders/cancellations/cancel-items.ts'
import { getProvenOrder, verifyPayment } from '#server/orders/checkout/verify-payment.ts'
import { getSharedOrder } from '#server/orders/order-link.ts'
import { placeCreditOrder } from '#server/orders/checkout/place-credit-order.ts'
import { startPayment } from '#server/orders/checkout/start-payment.ts'

const PAYMENT_CALLS_PER_MINUTE = 60

/** A proof of payment as path parameters. */
const ProofParams = z.object({ userid: id, orderid: id, paymentid: id, signature: id })

/** Payment and orders of a customer, and the payment provider's events. */
export function registerOrders(api: ShopServer, shop: Shop): void {
  const { db } = shop
  route(api, 'POST /payment/create/orderId', {
    audience: 'customer',
    limiter: 'checkout',
    summary: `Starts the payment of one's cart: holds the stock for ${HOLD_SECONDS / 60} minutes and opens the provider's order`,
    body: PaymentStart,
    answer: PaymentOrder,
    callsPerMinute: PAYMENT_CALLS_PER_MINUTE,
    errors: ['conflict', 'out_of_stock', 'unavailable'],
    handle: ({ user, body, request }) =>
      startPayment(shop, {
        userId: user.id,
        address: body?.address ?? null,
        buyerGstin: body?.buyerGstin,
        buyerFirm: body?.buyerFirm,
        expectedTotal: body?.expectedTotal,
        credit: body?.credit,
        callerAddress: request.ip,
      }),
  })
  route(api, 'POST /payment/api/payment/verify', {
    audience: 'customer',
    limiter: 'checkout',
    summary: "Checks the provider's signature and makes the order",
    body: PaymentProof,
    answer: PaymentVerified,
    callsPerMinute: PAYMENT_CALLS_PER_MINUTE,
    errors: ['payment_failed'],
    handle: async ({ user, body }) => {
      await verifyPayment(shop, user.id, body)
      return { success: true as const, message: 'Payment verified.' }
    },
  })
  route(api, 'GET /order/:userid/:orderid/:paymentid/:signature', {
    audience: 'customer',
    limiter: 'checkout',
    changes: true,
    summary: 'The order of a payment, made if need be; the same one however often it is called',
    params: ProofParams,
    answer: Order,
    errors: ['payment_failed', 'not_found'],
    handle: ({ user, params: { userid, orderid, paymentid, signature } }) => {
      if (userid !== user.id) throw notFound('Order')
      const proof = { razorpayOrderId: orderid, razorpayPaymentId: paymentid, signature }
      return getProvenOrder(shop, user.id, proof)
    },
  })
  route(api, 'GET /order-status/:token', {
    audience: 'public',
    summary: 'How one order stands, by the token of the link in a mail about it',
    params: OrderLinkParams,
    answer: SharedOrder,
    callsPerMinute: 60,
    errors: ['not_found'],
    handle: ({ params }) => getSharedOrder(db, params.token),
  })
  route(api, 'POST /order/address/:orderId', {
    audience: 'customer',
    limiter: 'checkout',
    summary: 'Saves where an order goes, until it is shipped',
    params: z.object({ orderId: id }),
    body: AddressBody,
    answer: OrderAnswer,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params, body: { buyerGstin, buyerFirm, ...address } }) => {
      const order = await saveAddress(shop, {
        userId: user.id,
        orderId: params.orderId,
        address,
        buyerGstin,
        buyerFirm,
      })
      return { message: 'Address saved.', order }
    },
  })
  route(api, 'POST /order/cancel/:orderId', {
    audience: 'customer',
    summary: "Cancels one's own order while it waits to be shipped; stock and money go back",
    params: z.object({ orderId: id }),
    body: noBody,
    answer: OrderAnswer,
    errors: ['not_found', 'conflict'],
    outdates: [CATALOGUE],
    handle: async ({ user, params: { orderId } }) => {
      await cancelItems(db, { orderId, userId: user.id, actorId: user.id })
      return { message: 'Order cancelled.', order: await getOrder(db, orderId) }
    },
  })
  route(api, 'POST /order/:orderId/cancel', {
    audience: 'customer',
    summary:
      "Cancels lines or pieces of one's own order while it waits to be shipped, or without lines all of it; stock and what was paid for them go back",
    params: z.object({ orderId: id }),
    body: CancelOrder,
    answer: OrderAnswer,
    errors: ['not_found', 'conflict'],
    outdates: [CATALOGUE],
    handle: async ({ user, params: { orderId }, body }) => {
      const pieces = await cancelItems(db, { orderId, userId: user.id, actorId: user.id, ...body })
      return { message: cancelledNews(pieces), order: await getOrder(db, orderId) }
    },
  })
  route(api, 'POST /order/reorder/:orderId', {
    audience: 'customer',
    summary: 'Puts what can still be had of an earlier order into the cart, and names what cannot',
    params: z.object({ orderId: id }),
    body: noBody,
    answer: BuyAgainAnswer,
    errors: ['not_found'],
    handle: ({ user, params: { orderId } }) => buyAgain(shop, { userId: user.id, orderId }),
  })
  route(api, 'POST /order/getuserorders/:userId', {
    audience: 'customer',
    summary: "One's own orders, newest first",
    params: z.object({ userId: id }),
    body: noBody,
    answer: z.array(Order),
    errors: ['not_found'],
    handle: ({ user, params }) => {
      if (params.userId !== user.id) throw notFound('User')
      return listCustomerOrders(db, user.id)
    },
  })
  route(api, 'POST /order/credit', {
    audience: 'customer',
    limiter: 'checkout',
    summary: 'Orders what is in the cart, paid by store credit alone; the same cart again is the same order',
    body: CreditOrder,
    answer: Order,
    status: 201,
    callsPerMinute: PAYMENT_CALLS_PER_MINUTE,
    errors: ['conflict', 'out_of_stock', 'unavailable'],
    handle: ({ user, body: { address, buyerGstin, buyerFirm, expectedTotal } }) =>
      placeCreditOrder(shop, { userId: user.id, address, buyerGstin, buyerFirm, expectedTotal }),
  })
  registerCashOrders(api, shop)
  registerSavedAddresses(api, shop)
  registerWebhook(api, shop)
  registerCourierWebhook(api, shop)
}
