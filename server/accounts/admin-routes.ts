import type { Shop } from '#server/start/shop.ts'

import { AdminMe, PasswordAgain } from '#contract/accounts/accounts.ts'
import { registerPasskeys } from '#server/accounts/passkeys/passkey-routes.ts'
import { registerSignInRoutes } from '#server/accounts/sign-in-routes.ts'
import { AdminCredentials } from '#contract/accounts/second-factor.ts'
import { RECENT_PASSWORD_MINUTES } from '#contract/accounts/password-limits.ts'
import { messageAnswer } from '#contract/schemas/basic-schemas.ts'
import { registerCustomers } from '#server/accounts/customers/customer-routes.ts'
import { registerCustomerSessions } from '#server/accounts/sessions/customer-session-routes.ts'
import { confirmPassword } from '#server/accounts/passwords/confirm-password.ts'
import { sessionToken } from '#server/http/session-cookies.ts'
import { registerSecondFactor } from '#server/accounts/second-factor/factor-routes.ts'
import { countedNetworks } from '#server/http/rate-limits/caller-networks.ts'
import { registerKeys } from '#server/accounts/keys/key-routes.ts'
import { registerStaff } from '#server/accounts/staff/staff-routes.ts'
import { getUser } from '#server/accounts/service.ts'
import { notYourPart } from '#server/errors.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'

/** Sign-in of administrators. Their session is separate from a customer's in the same browser. */
export function registerAccountsAdmin(api: ShopServer, shop: Shop): void {
  registerSignInRoutes(api, shop, {
    audience: 'admin',
    prefix: '/admin',
    person: 'an administrator',
    errors: ['forbidden', 'code_needed'],
    credentials: AdminCredentials,
  })
  registerPasskeys(api, shop, { audience: 'admin', prefix: '/admin' })

  registerStaff(api, shop)
  registerKeys(api, shop)
  registerCustomerSessions(api, shop)
  registerCustomers(api, shop)
  registerSecondFactor(api, shop)
  route(api, 'POST /admin/confirm-password', {
    audience: 'admin',
    // Password hashing has its own limiter.
    limiter: 'none',
    summary: `Takes the password again, for the calls that want it after ${RECENT_PASSWORD_MINUTES} minutes`,
    body: PasswordAgain,
    answer: messageAnswer,
    callsPerMinute: 20,
    errors: ['rate_limited', 'unavailable'],
    handle: async ({ user, body, request }) => {
      const networks = countedNetworks(shop.config, request.ip)
      const caller = { userId: user.id, token: sessionToken(request, 'admin'), networks }
      await confirmPassword(shop.db, caller, body.password)
      return { message: 'Thank you.' }
    },
  })
  route(api, 'GET /admin/me', {
    audience: 'admin',
    isAskedSignedOut: true,
    summary: 'The administrator who is signed in',
    answer: AdminMe,
    handle: async ({ user }) => {
      const { staffRole } = user
      if (!staffRole) throw notYourPart()
      return {
        user: await getUser(shop.db, user.id),
        ...(staffRole !== 'owner' && { staffRole }),
        ...(!user.hasTwoFactors && shop.settings.current().demandsSecondFactor && { needsSecondFactor: true as const }),
      }
    },
  })
}
