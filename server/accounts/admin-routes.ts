import type { Shop } from '#server/shop.ts'

import { AdminMe } from '#contract/accounts.ts'
import { registerSignInRoutes } from '#server/accounts/sign-in-routes.ts'
import { registerStaff } from '#server/accounts/staff/staff-routes.ts'
import { getSignedIn } from '#server/accounts/service.ts'
import { notYourPart } from '#server/errors.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'

/** Sign-in of administrators. Their session is separate from a customer's in the same browser. */
export function registerAccountsAdmin(api: ShopServer, shop: Shop): void {
  registerSignInRoutes(api, shop, {
    audience: 'admin',
    prefix: '/admin',
    person: 'an administrator',
    errors: ['forbidden'],
  })

  registerStaff(api, shop)
  route(api, 'GET /admin/me', {
    audience: 'admin',
    isAskedSignedOut: true,
    summary: 'The administrator who is signed in',
    answer: AdminMe,
    handle: async ({ user }) => {
      if (!user.staffRole) throw notYourPart()
      return { user: await getSignedIn(shop.db, user.id), staffRole: user.staffRole }
    },
  })
}
