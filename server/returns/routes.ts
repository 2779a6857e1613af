import { z } from 'zod'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { OrderReturns, RefundToChange, Return, ReturnAnswer, ReturnRequest } from '#contract/returns/returns.ts'
import { id, noBody } from '#contract/schemas/basic-schemas.ts'
import { CATALOGUE } from '#server/cache/tags.ts'
import { route } from '#server/http/route.ts'
import { askForReturn } from '#server/returns/ask-for-return.ts'
import { listOrderReturns } from '#server/returns/list-returns.ts'
import { moveReturn } from '#server/returns/move-return.ts'
import { registerReturnPictures } from '#server/returns/picture-routes.ts'
import { returnFromRow } from '#server/returns/return-from-row.ts'
import { changeRefundTo } from '#server/returns/change-refund-to.ts'

const REQUESTS_PER_MINUTE = 30

/** What customers give back. Like everything personal it is never cached. */
export function registerReturns(api: ShopServer, shop: Shop): void {
  const { db } = shop
  const ReturnParams = z.object({ orderId: id, returnId: id })
  route(api, 'GET /order/:orderId/returns', {
    audience: 'customer',
    summary: "The returns of one's own order, the oldest first, and what of it may still come back",
    params: z.object({ orderId: id }),
    answer: OrderReturns,
    errors: ['not_found'],
    handle: ({ user, params: { orderId } }) => listOrderReturns(shop, { orderId, userId: user.id }),
  })
  route(api, 'POST /order/:orderId/returns', {
    audience: 'customer',
    summary:
      "Asks for pieces of one's own delivered order to come back, within the days that counted at their sale; what is faulty or wrong also later",
    params: z.object({ orderId: id }),
    body: ReturnRequest,
    maxEntries: 400,
    answer: Return,
    status: 201,
    callsPerMinute: REQUESTS_PER_MINUTE,
    outdates: ({ body }) => (body.lines.some(({ exchangeSize }) => exchangeSize !== undefined) ? [CATALOGUE] : []),
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params: { orderId }, body }) =>
      returnFromRow(await askForReturn(shop, { orderId, userId: user.id, actorId: user.id, request: body })),
  })
  route(api, 'POST /order/:orderId/returns/:returnId/withdraw', {
    audience: 'customer',
    summary: "Withdraws one's own return before it is on its way",
    params: ReturnParams,
    body: noBody,
    answer: ReturnAnswer,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params }) => {
      const row = await moveReturn(shop, { ...params, userId: user.id, actorId: user.id, to: 'withdrawn' })
      return { message: 'Your return was withdrawn.', return: returnFromRow(row) }
    },
  })
  route(api, 'PUT /order/:orderId/returns/:returnId/refund-to', {
    audience: 'customer',
    summary:
      'Says where the money of a return goes: to its source, to an account where it was paid at the door, or to store credit; may be repeated',
    params: ReturnParams,
    body: RefundToChange,
    answer: ReturnAnswer,
    callsPerMinute: REQUESTS_PER_MINUTE,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params, body: { refundTo } }) => {
      const row = await changeRefundTo(db, { ...params, userId: user.id, refundTo })
      return { message: 'We know where your money goes.', return: returnFromRow(row) }
    },
  })
  registerReturnPictures(api, shop)
}
