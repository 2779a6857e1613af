import { z } from 'zod'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { CashCode, CashConfirmation } from '#contract/orders/cash-orders.ts'
import { CASH_CONFIRMATION_HOURS } from '#contract/orders/cash-limits.ts'
import { Order } from '#contract/orders/orders.ts'
import { CASH_CODE_MINUTES } from '#contract/accounts/link-lifetimes.ts'
import { CashOrder, PaymentOrder } from '#contract/orders/checkout.ts'
import { id, messageAnswer, noBody } from '#contract/schemas/basic-schemas.ts'
import { HOUR_SECONDS } from '#contract/units/time-units.ts'
import { requireConfirmedEmail } from '#server/accounts/service.ts'
import { browserOf, rememberBrowser } from '#server/http/browser-cookie.ts'
import { route } from '#server/http/route.ts'
import { askForCode, confirmByCode } from '#server/orders/cash/confirm-by-code.ts'
import { confirmByLink } from '#server/orders/cash/confirm-cash-order.ts'
import { sendsMail } from '#server/start/config.ts'
import { placeCashOrder } from '#server/orders/cash/place-cash-order.ts'
import { startCashPayment } from '#server/orders/cash/start-cash-payment.ts'

const CALLS_PER_MINUTE = 60
/** Longer than a mail with a code waits to be sent, and the code works. */
const CODE_BROWSER_SECONDS = 2 * HOUR_SECONDS

/** Orders that are paid at the door. */
export function registerCashOrders(api: ShopServer, shop: Shop): void {
  route(api, 'POST /order/cash', {
    audience: 'customer',
    limiter: 'checkout',
    summary: 'Orders what is in the cart, to be paid at the door; the same cart again is the same order',
    body: CashOrder,
    answer: Order,
    status: 201,
    callsPerMinute: CALLS_PER_MINUTE,
    errors: ['conflict', 'out_of_stock', 'unavailable'],
    handle: ({ user, request, body: { address, buyerGstin, buyerFirm, expectedTotal, credit } }) =>
      placeCashOrder(shop, {
        userId: user.id,
        address,
        buyerGstin,
        buyerFirm,
        expectedTotal,
        credit,
        callerAddress: request.ip,
      }),
  })
  route(api, 'POST /order/:orderId/pay', {
    audience: 'customer',
    limiter: 'checkout',
    summary: "Starts the payment in advance of one's own order for cash, without its fee, until it is shipped",
    params: z.object({ orderId: id }),
    body: noBody,
    answer: PaymentOrder,
    callsPerMinute: CALLS_PER_MINUTE,
    errors: ['not_found', 'conflict', 'unavailable'],
    handle: ({ user, params: { orderId } }) => startCashPayment(shop, { orderId, userId: user.id }),
  })
  route(api, 'POST /order/cash/confirm', {
    audience: 'public',
    summary: `Confirms an order for cash by the token of the link in its mail, within ${CASH_CONFIRMATION_HOURS} hours; harmless when repeated`,
    body: CashConfirmation,
    answer: messageAnswer,
    callsPerMinute: CALLS_PER_MINUTE,
    errors: ['not_found', 'conflict'],
    handle: async ({ body }) => ({ message: await confirmByLink(shop.db, body.token) }),
  })
  route(api, 'POST /order/:orderId/confirmation-code', {
    audience: 'customer',
    summary: "Sends a code that confirms one's own order for cash, in the browser that asks",
    params: z.object({ orderId: id }),
    body: noBody,
    answer: messageAnswer,
    callsPerMinute: 10,
    errors: ['not_found', 'conflict', 'confirmation_needed', 'rate_limited'],
    handle: async ({ user, params: { orderId }, request, reply }) => {
      await requireConfirmedEmail(shop.db, user.id, sendsMail(shop.config))
      await askForCode(shop.db, {
        orderId,
        userId: user.id,
        rememberBrowser: () => rememberBrowser(request, reply, 'code_browser', CODE_BROWSER_SECONDS),
      })
      return {
        message: `We are sending you a code of six digits. It works for ${CASH_CODE_MINUTES} minutes, in this browser.`,
      }
    },
  })
  route(api, 'POST /order/:orderId/confirm', {
    audience: 'customer',
    summary: "Confirms one's own order for cash by the code of the mail, in the browser that asked for it",
    params: z.object({ orderId: id }),
    body: CashCode,
    answer: messageAnswer,
    callsPerMinute: CALLS_PER_MINUTE,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params: { orderId }, request, body: { code } }) => {
      const browser = browserOf(request, 'code_browser')
      return { message: await confirmByCode(shop.db, { orderId, userId: user.id, browser }, code) }
    },
  })
}
