import type { FastifyRequest } from 'fastify'
import { z } from 'zod'

import type { ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { IdempotencyKey } from '#contract/cart/cart.ts'
import { formatRupees } from '#contract/units/money.ts'
import { id } from '#contract/schemas/basic-schemas.ts'
import {
  CreditAnswer,
  CreditGift,
  CreditHolder,
  CreditListQuery,
  CreditSums,
  CreditTaking,
  CustomerCredit,
} from '#contract/accounts/store-credit.ts'
import { CSV, sendFile } from '#server/http/responses/send-file.ts'
import { parseInput, route, withTotalCount } from '#server/http/route.ts'
import { giveByHand, takeBack } from '#server/accounts/store-credit/give-credit.ts'
import {
  exportCredit,
  getCreditSums,
  getCustomerCredit,
  listCreditHolders,
} from '#server/accounts/store-credit/read-credit.ts'

/** What the staff do with customers' store credit. */
export function registerStoreCreditAdmin(api: ShopServer, { db }: Shop): void {
  const params = z.object({ userId: id })
  const keyOf = ({ headers }: FastifyRequest) => parseInput(IdempotencyKey, headers['idempotency-key'])
  route(api, 'GET /admin/store-credit', {
    audience: 'admin',
    summary: 'The customers who have store credit, who has most first; how many there are in all is in X-Total-Count',
    query: CreditListQuery,
    answer: z.array(CreditHolder),
    handle: async ({ query, reply }) => withTotalCount(reply, await listCreditHolders(db, query)),
  })
  route(api, 'GET /admin/store-credit/sums', {
    audience: 'admin',
    summary: 'What the shop owes in store credit, and what became of all that was given',
    answer: CreditSums,
    handle: () => getCreditSums(db),
  })
  route(api, 'GET /admin/store-credit/export', {
    audience: 'admin',
    summary: 'Every movement of store credit as CSV, the oldest first',
    answer: z.string(),
    answerType: 'text/csv',
    makesFile: true,
    handle: ({ reply }) => sendFile(reply, { type: CSV, fileName: 'store-credit.csv', content: exportCredit(db) }),
  })
  route(api, 'GET /admin/customers/:userId/store-credit', {
    audience: 'admin',
    summary: 'The store credit of a customer, with who gave it and took it back',
    params,
    answer: CustomerCredit,
    errors: ['not_found'],
    handle: ({ params: { userId } }) => getCustomerCredit(db, userId),
  })
  route(api, 'POST /admin/customers/:userId/store-credit', {
    audience: 'admin',
    asksPassword: 'always',
    summary:
      'Gives a customer store credit, with a reason that they read; an Idempotency-Key keeps it from being given twice',
    params,
    body: CreditGift,
    answer: CreditAnswer,
    status: 201,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params: { userId }, body, request }) => {
      await giveByHand(db, userId, body, { actorId: user.id, idempotencyKey: keyOf(request) })
      return { message: `${formatRupees(body.amount)} given.`, credit: await getCustomerCredit(db, userId) }
    },
  })
  route(api, 'POST /admin/customers/:userId/store-credit/take-back', {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'Takes store credit back that a customer has not used; an Idempotency-Key keeps it from being taken twice',
    params,
    body: CreditTaking,
    answer: CreditAnswer,
    errors: ['not_found', 'conflict'],
    handle: async ({ user, params: { userId }, body, request }) => {
      await takeBack(db, userId, body, { actorId: user.id, idempotencyKey: keyOf(request) })
      return { message: `${formatRupees(body.amount)} taken back.`, credit: await getCustomerCredit(db, userId) }
    },
  })
}
