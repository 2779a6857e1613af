import type { Shop } from '#server/start/shop.ts'

import { Registration, User, UserAnswer } from '#contract/accounts/accounts.ts'
import type { AddressHooks } from '#server/accounts/email-change/change-email.ts'
import { registerConfirmation } from '#server/accounts/confirmation/confirm-routes.ts'
import { registerEmailChange } from '#server/accounts/email-change/email-change-routes.ts'
import { registerProfile } from '#server/accounts/profile/profile-routes.ts'
import { registerPasskeys } from '#server/accounts/passkeys/passkey-routes.ts'
import { registerRecovery } from '#server/accounts/recovery/recovery-routes.ts'
import { registerSignInRoutes } from '#server/accounts/sign-in-routes.ts'
import { getUser, register } from '#server/accounts/service.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { countedNetworks } from '#server/http/rate-limits/caller-networks.ts'
import { sendsMail } from '#server/start/config.ts'

/** What customers do with their account. */
export function registerAccounts(api: ShopServer, shop: Shop, hooks: AddressHooks): void {
  const { db, config, settings } = shop

  route(api, 'POST /users/register', {
    audience: 'public',
    // Password hashing has its own limiter.
    limiter: 'none',
    summary: 'Makes a customer’s account; does not sign in',
    body: Registration,
    answer: UserAnswer,
    status: 201,
    callsPerMinute: 60,
    errors: ['conflict', 'unavailable'],
    handle: async ({ body, request }) => {
      const user = await register(db, body, {
        networks: countedNetworks(config, request.ip),
        sendsMail: sendsMail(config),
        shopName: settings.current().shopName,
      })
      return { message: 'Registration successful!', user }
    },
  })

  registerSignInRoutes(api, shop, { audience: 'customer', prefix: '/users', person: 'a customer', errors: [] })

  route(api, 'GET /users/me', {
    audience: 'customer',
    isAskedSignedOut: true,
    summary: 'The customer who is signed in',
    answer: User,
    handle: ({ user }) => getUser(db, user.id),
  })

  registerConfirmation(api, shop, hooks)
  registerRecovery(api, shop, hooks)
  registerEmailChange(api, shop, hooks)
  registerProfile(api, shop)
  registerPasskeys(api, shop, { audience: 'customer', prefix: '/users' })
}
