import type { Shop } from '#server/shop.ts'

import { messageAnswer } from '#contract/basic-schemas.ts'
import { ConfirmationLink } from '#contract/email-confirmation.ts'
import { EmailChange } from '#contract/profile.ts'
import { changeEmail, confirmNewEmail, type AddressHooks } from '#server/accounts/email-change/change-email.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { setSessionCookie } from '#server/http/session-cookies.ts'
import { sessionStart } from '#server/http/session-start.ts'
import { sendsMail } from '#server/config.ts'

/** Another e-mail address for an account. */
export function registerEmailChange(api: ShopServer, { db, config }: Shop, hooks: AddressHooks): void {
  route(api, 'POST /users/change-email', {
    audience: 'customer',
    // Password hashing has its own limiter.
    limiter: 'none',
    summary: 'Sends a link to a new e-mail address; where the shop sends no mail, the address changes at once',
    body: EmailChange,
    answer: messageAnswer,
    callsPerMinute: 20,
    errors: ['conflict', 'rate_limited', 'unavailable'],
    handle: async ({ user, body, request, reply }) => {
      const start = sessionStart(config, request, 'customer')
      const { message, session } = await changeEmail(db, user.id, body, start, {
        sendsMail: sendsMail(config),
        onMoved: hooks.onMoved,
      })
      if (session) setSessionCookie(reply, 'customer', session.token, session.expiresAt)
      return { message }
    },
  })

  route(api, 'POST /users/confirm-new-email', {
    audience: 'public',
    summary: 'Gives an account the e-mail address that the link was sent to, once, and ends its sessions',
    body: ConfirmationLink,
    answer: messageAnswer,
    callsPerMinute: 30,
    errors: ['not_found', 'conflict'],
    handle: async ({ body }) => ({ message: await confirmNewEmail(db, body.token, hooks) }),
  })
}
