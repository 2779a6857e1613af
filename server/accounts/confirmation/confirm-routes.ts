import type { Shop } from '#server/start/shop.ts'

import { ClaimingLink, EmailConfirmation } from '#contract/accounts/email-confirmation.ts'
import { messageAnswer, noBody } from '#contract/schemas/basic-schemas.ts'
import {
  confirmEmail,
  isEmailConfirmed,
  requestConfirmation,
  type ConfirmationHooks,
} from '#server/accounts/confirmation/confirm-email.ts'
import { findBrowser } from '#server/accounts/confirmation/claim-account.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { sessionTokens } from '#server/http/session-cookies.ts'
import { countedNetworks } from '#server/http/rate-limits/caller-networks.ts'

/** Confirming the address of an account. */
export function registerConfirmation(api: ShopServer, shop: Shop, hooks: ConfirmationHooks): void {
  const { db, config } = shop
  route(api, 'GET /users/email-confirmation', {
    audience: 'customer',
    summary: 'Whether the customer’s e-mail address is confirmed',
    answer: EmailConfirmation,
    handle: async ({ user }) => ({ isConfirmed: await isEmailConfirmed(db, user.id) }),
  })

  route(api, 'POST /users/email-confirmation', {
    audience: 'customer',
    summary: 'Sends the customer a mail with a link that confirms the address, once a day',
    body: noBody,
    answer: messageAnswer,
    callsPerMinute: 10,
    errors: ['rate_limited'],
    handle: async ({ user, request }) => ({
      message: await requestConfirmation(db, user.id, countedNetworks(config, request.ip)),
    }),
  })

  route(api, 'POST /users/confirm-email', {
    audience: 'public',
    // Password hashing has its own limiter.
    limiter: 'none',
    summary:
      'Confirms an e-mail address by the link that was sent there; may be repeated. Without a session of the account it wants a new password',
    body: ClaimingLink,
    answer: messageAnswer,
    callsPerMinute: 30,
    errors: ['not_found', 'new_password_needed', 'unavailable'],
    handle: async ({ body, request }) => {
      const browser = await findBrowser(shop, { tokens: sessionTokens(request), address: request.ip })
      return { message: await confirmEmail(db, body, browser, hooks) }
    },
  })
}
