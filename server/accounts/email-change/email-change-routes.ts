import type { Shop } from '#server/start/shop.ts'

import { messageAnswer } from '#contract/schemas/basic-schemas.ts'
import { ClaimingLink } from '#contract/accounts/email-confirmation.ts'
import { EmailChange } from '#contract/accounts/profile.ts'
import { changeEmail, confirmNewEmail, type AddressHooks } from '#server/accounts/email-change/change-email.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { sessionTokens, setSessionCookie } from '#server/http/session-cookies.ts'
import { sessionStart } from '#server/http/session-start.ts'
import { findBrowser } from '#server/accounts/confirmation/claim-account.ts'
import { callingSession } from '#server/accounts/second-factor/may-change-account.ts'
import { sendsMail } from '#server/start/config.ts'

/** Another e-mail address for an account. */
export function registerEmailChange(api: ShopServer, shop: Shop, hooks: AddressHooks): void {
  const { db, config } = shop
  for (const [audience, prefix] of [
    ['customer', '/users'],
    ['admin', '/admin'],
  ] as const) {
    route(api, `POST ${prefix}/change-email`, {
      audience,
      // Password hashing has its own limiter.
      limiter: 'none',
      summary: 'Sends a link to a new e-mail address; where the shop sends no mail, the address changes at once',
      body: EmailChange,
      answer: messageAnswer,
      callsPerMinute: 20,
      errors: ['conflict', 'forbidden', 'rate_limited', 'unavailable'],
      handle: async ({ user, body, request, reply }) => {
        const start = sessionStart(config, request, audience)
        const { message, session } = await changeEmail(db, callingSession(audience, user), body, start, {
          sendsMail: sendsMail(config),
          onMoved: hooks.onMoved,
        })
        if (session) setSessionCookie(reply, audience, session.token, session.expiresAt)
        return { message }
      },
    })
  }

  route(api, 'POST /users/confirm-new-email', {
    audience: 'public',
    // Password hashing has its own limiter.
    limiter: 'none',
    summary:
      'Gives an account the e-mail address that the link was sent to, once, and ends its sessions. Without a session of the account it wants a new password; for the staff a session of the admin area',
    body: ClaimingLink,
    answer: messageAnswer,
    callsPerMinute: 30,
    errors: ['not_found', 'forbidden', 'new_password_needed', 'conflict', 'unavailable'],
    handle: async ({ body, request }) => {
      const browser = await findBrowser(shop, { tokens: sessionTokens(request), address: request.ip })
      return { message: await confirmNewEmail(db, body, browser, hooks) }
    },
  })
}
