import type { Shop } from '#server/shop.ts'

import { AdminMe, Credentials, UserAnswer } from '#contract/accounts.ts'
import { messageAnswer } from '#contract/shapes.ts'
import { WORDINGS } from '#contract/wordings.ts'
import { endSession, getSignedIn, signIn } from '#server/accounts/service.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { clearSessionCookie, sessionToken, setSessionCookie } from '#server/http/session-cookies.ts'
import { networkOf } from '#server/limits/network.ts'

/** The administrators' door, with a session of its own beside the customer's. */
export function registerAccountsAdmin(api: ShopServer, { db, config }: Shop): void {
  route(
    api,
    {
      method: 'POST',
      path: '/admin/login',
      audience: 'public',
      summary: 'Signs an administrator in',
      body: Credentials,
      answer: UserAnswer,
      callsPerMinute: 120,
      errors: ['unauthenticated', 'forbidden', 'rate_limited', 'unavailable'],
    },
    async ({ body, request, reply }) => {
      const { user, session } = await signIn(db, 'admin', body, {
        network: config.hasRateLimits ? networkOf(request.ip) : undefined,
        previousToken: sessionToken(request, 'admin'),
      })
      setSessionCookie(reply, 'admin', session.token, session.expiresAt)
      return { message: WORDINGS.session.signedIn, user }
    },
  )

  route(
    api,
    {
      method: 'GET',
      path: '/admin/me',
      audience: 'admin',
      summary: 'The administrator who is signed in',
      answer: AdminMe,
    },
    async ({ user }) => ({ user: await getSignedIn(db, user.id) }),
  )

  route(
    api,
    {
      method: 'GET',
      path: '/admin/logout',
      audience: 'public',
      changes: true,
      summary: 'Signs the administrator out; harmless without a session',
      answer: messageAnswer,
    },
    async ({ request, reply }) => {
      await endSession(db, 'admin', sessionToken(request, 'admin'))
      clearSessionCookie(reply, 'admin')
      return { message: 'Logged out successfully!' }
    },
  )
}
