import type { Shop } from '#server/start/shop.ts'

import { UserAnswer } from '#contract/accounts/accounts.ts'
import { PasswordChange, ProfileDetails } from '#contract/accounts/profile.ts'
import { messageAnswer } from '#contract/schemas/basic-schemas.ts'
import { callingSession } from '#server/accounts/second-factor/may-change-account.ts'
import { changeDetails } from '#server/accounts/profile/change-details.ts'
import { changePassword } from '#server/accounts/profile/change-password.ts'
import { registerOwnSessions } from '#server/accounts/profile/own-session-routes.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { setSessionCookie } from '#server/http/session-cookies.ts'
import { sessionStart } from '#server/http/session-start.ts'

/** What people change about their own account: customers in the shop, the staff in the admin area. */
export function registerProfile(api: ShopServer, { db, config, settings }: Shop): void {
  for (const [audience, prefix] of [
    ['customer', '/users'],
    ['admin', '/admin'],
  ] as const) {
    route(api, `PATCH ${prefix}/me`, {
      audience,
      summary: 'Changes the caller’s name and phone',
      body: ProfileDetails,
      answer: UserAnswer,
      callsPerMinute: 30,
      errors: ['forbidden'],
      handle: async ({ user, body }) => ({
        message: 'Your details are saved.',
        user: await changeDetails(db, callingSession(audience, user), body),
      }),
    })

    route(api, `POST ${prefix}/change-password`, {
      audience,
      // Password hashing has its own limiter.
      limiter: 'none',
      summary:
        'Sets a new password and ends all other sessions of the account; the caller’s own goes on under a new id',
      body: PasswordChange,
      answer: messageAnswer,
      callsPerMinute: 20,
      errors: ['forbidden', 'rate_limited', 'unavailable'],
      handle: async ({ user, body, request, reply }) => {
        const start = { ...sessionStart(config, request, audience), shopName: settings.current().shopName }
        const session = await changePassword(db, callingSession(audience, user), body, start)
        setSessionCookie(reply, audience, session.token, session.expiresAt)
        return { message: 'Your password is changed. Everywhere else you are logged out.' }
      },
    })

    registerOwnSessions(api, db, audience, prefix)
  }
}
