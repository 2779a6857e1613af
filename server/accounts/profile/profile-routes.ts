import type { Shop } from '#server/shop.ts'

import { UserAnswer } from '#contract/accounts.ts'
import { PasswordChange, ProfileDetails } from '#contract/profile.ts'
import { messageAnswer } from '#contract/shapes.ts'
import { changeDetails, changePassword } from '#server/accounts/profile/change-password.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { setSessionCookie } from '#server/http/session-cookies.ts'
import { networksOf } from '#server/rate-limits/network.ts'

/** What customers change about their own account. */
export function registerProfile(api: ShopServer, { db, config }: Shop): void {
  const networksFor = (ip: string) => (config.hasRateLimits ? networksOf(ip) : [])

  route(api, 'PATCH /users/me', {
    audience: 'customer',
    summary: 'Changes the customer’s name and phone',
    body: ProfileDetails,
    answer: UserAnswer,
    callsPerMinute: 30,
    handle: async ({ user, body }) => ({
      message: 'Your details are saved.',
      user: await changeDetails(db, user.id, body),
    }),
  })

  route(api, 'POST /users/change-password', {
    audience: 'customer',
    // Password hashing has its own limiter.
    limiter: 'none',
    summary: 'Sets a new password and ends all other sessions of the account; the caller’s own goes on under a new id',
    body: PasswordChange,
    answer: messageAnswer,
    callsPerMinute: 20,
    errors: ['rate_limited', 'unavailable'],
    handle: async ({ user, body, request, reply }) => {
      const session = await changePassword(db, user.id, body, networksFor(request.ip))
      setSessionCookie(reply, 'customer', session.token, session.expiresAt)
      return { message: 'Your password is changed. Everywhere else you are logged out.' }
    },
  })
}
