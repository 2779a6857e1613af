import type { Shop } from '#server/shop.ts'

import { Credentials, Registration, User, UserAnswer } from '#contract/accounts.ts'
import { messageAnswer } from '#contract/shapes.ts'
import { WORDINGS } from '#contract/wordings.ts'
import { endSession, getSignedIn, register, signIn } from '#server/accounts/service.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { clearSessionCookie, sessionToken, setSessionCookie } from '#server/http/session-cookies.ts'
import { networkOf } from '#server/limits/network.ts'

/** The customers' door: registering, signing in and out, and who is signed in. */
export function registerAccounts(api: ShopServer, { db, config }: Shop): void {
  route(
    api,
    {
      method: 'POST',
      path: '/users/register',
      audience: 'public',
      summary: 'Makes a customer’s account; does not sign in',
      body: Registration,
      answer: UserAnswer,
      status: 201,
      callsPerMinute: 60,
      errors: ['conflict', 'unavailable'],
    },
    async ({ body }) => ({ message: 'Registration successful!', user: await register(db, body) }),
  )

  route(
    api,
    {
      method: 'POST',
      path: '/users/login',
      audience: 'public',
      summary: 'Signs a customer in',
      body: Credentials,
      answer: UserAnswer,
      callsPerMinute: 120,
      errors: ['unauthenticated', 'rate_limited', 'unavailable'],
    },
    async ({ body, request, reply }) => {
      const { user, session } = await signIn(db, 'customer', body, {
        network: config.hasRateLimits ? networkOf(request.ip) : undefined,
        previousToken: sessionToken(request, 'customer'),
      })
      setSessionCookie(reply, 'customer', session.token, session.expiresAt)
      return { message: WORDINGS.session.signedIn, user }
    },
  )

  route(
    api,
    {
      method: 'GET',
      path: '/users/me',
      audience: 'customer',
      summary: 'The customer who is signed in',
      answer: User,
    },
    ({ user }) => getSignedIn(db, user.id),
  )

  route(
    api,
    {
      method: 'GET',
      path: '/users/logout',
      audience: 'public',
      changes: true,
      summary: 'Signs the customer out; harmless without a session',
      answer: messageAnswer,
    },
    async ({ request, reply }) => {
      await endSession(db, 'customer', sessionToken(request, 'customer'))
      clearSessionCookie(reply, 'customer')
      return { message: 'Logged out successfully!' }
    },
  )
}
