import { z } from 'zod'

import type { Shop } from '#server/start/shop.ts'

import { id, messageAnswer } from '#contract/schemas/basic-schemas.ts'
import { SignIns } from '#contract/accounts/profile.ts'
import { endCustomerSessions, listCustomerSessions } from '#server/accounts/sessions/customer-sessions.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'

const CustomerParams = z.object({ userId: id })

/** Where a customer is signed in, and the way to end it: for owners. */
export function registerCustomerSessions(api: ShopServer, { db }: Shop): void {
  route(api, 'GET /admin/customers/:userId/sessions', {
    audience: 'admin',
    summary: 'Where a customer is signed in',
    params: CustomerParams,
    answer: SignIns,
    errors: ['not_found'],
    handle: async ({ params }) => ({ signIns: await listCustomerSessions(db, params.userId) }),
  })
  route(api, 'DELETE /admin/customers/:userId/sessions', {
    audience: 'admin',
    asksPassword: 'always',
    summary: 'Signs a customer out everywhere',
    params: CustomerParams,
    answer: messageAnswer,
    errors: ['not_found'],
    handle: async ({ user, params }) => {
      await endCustomerSessions(db, params.userId, user.id)
      return { message: 'Logged out everywhere.' }
    },
  })
}
