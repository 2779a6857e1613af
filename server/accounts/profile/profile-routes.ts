import { z } from 'zod'

import type { Shop } from '#server/shop.ts'

import { UserAnswer } from '#contract/accounts.ts'
import { PasswordChange, ProfileDetails, SignIns, SignInsAnswer } from '#contract/profile.ts'
import { id, messageAnswer } from '#contract/basic-schemas.ts'
import { changePassword } from '#server/accounts/profile/change-password.ts'
import { deleteOtherSessions, deleteOwnSession, listOwnSessions, updateDetails } from '#server/accounts/service.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { clearSessionCookie, sessionToken, setSessionCookie } from '#server/http/session-cookies.ts'
import { sessionStart } from '#server/http/session-start.ts'

/** What customers change about their own account. */
export function registerProfile(api: ShopServer, { db, config }: Shop): void {
  route(api, 'PATCH /users/me', {
    audience: 'customer',
    summary: 'Changes the customer’s name and phone',
    body: ProfileDetails,
    answer: UserAnswer,
    callsPerMinute: 30,
    handle: async ({ user, body }) => ({
      message: 'Your details are saved.',
      user: await updateDetails(db, user.id, body),
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
      const session = await changePassword(db, user.id, body, sessionStart(config, request, 'customer'))
      setSessionCookie(reply, 'customer', session.token, session.expiresAt)
      return { message: 'Your password is changed. Everywhere else you are logged out.' }
    },
  })

  route(api, 'GET /users/sessions', {
    audience: 'customer',
    summary: 'Where the customer is signed in: device, network and last use',
    answer: SignIns,
    handle: async ({ user, request }) => ({
      signIns: await listOwnSessions(db, user.id, sessionToken(request, 'customer')),
    }),
  })

  route(api, 'DELETE /users/sessions', {
    audience: 'customer',
    summary: 'Signs the customer out everywhere but here',
    answer: SignInsAnswer,
    callsPerMinute: 30,
    handle: async ({ user, request }) => {
      const token = sessionToken(request, 'customer')
      await deleteOtherSessions(db, user.id, token)
      return {
        message: 'You are logged out everywhere else.',
        signIns: await listOwnSessions(db, user.id, token),
      }
    },
  })

  route(api, 'DELETE /users/sessions/:sessionId', {
    audience: 'customer',
    summary: 'Signs the customer out on one device',
    params: z.object({ sessionId: id }),
    answer: SignInsAnswer,
    callsPerMinute: 60,
    errors: ['not_found'],
    handle: async ({ user, params, request, reply }) => {
      await deleteOwnSession(db, user.id, params.sessionId)
      const signIns = await listOwnSessions(db, user.id, sessionToken(request, 'customer'))
      if (!signIns.some(({ isCurrent }) => isCurrent)) clearSessionCookie(reply, 'customer')
      return { message: 'That device is logged out.', signIns }
    },
  })
}
