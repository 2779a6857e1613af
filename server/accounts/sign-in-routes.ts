import type { ErrorCode } from '#contract/api/errors.ts'
import type { AdminCredentials } from '#contract/accounts/second-factor.ts'
import type { Shop } from '#server/start/shop.ts'

import { Credentials, UserAnswer } from '#contract/accounts/accounts.ts'
import { messageAnswer } from '#contract/schemas/basic-schemas.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import { signIn } from '#server/accounts/sign-in.ts'
import { endSession } from '#server/accounts/sessions/sessions.ts'
import { route } from '#server/http/route.ts'
import { noteSignIn } from '#server/http/log/security-events.ts'
import type { ShopServer } from '#server/http/server.ts'
import {
  clearSessionCookie,
  type SessionAudience,
  sessionToken,
  setSessionCookie,
} from '#server/http/session-cookies.ts'
import { sessionStart } from '#server/http/session-start.ts'

interface SignInAudience {
  audience: SessionAudience
  /** The path before `/login` and `/logout`. */
  prefix: string
  /** Who signs in, for the descriptions of the calls. */
  person: string
  errors: ErrorCode[]
  /** What is asked for, where it is more than e-mail and password. */
  credentials?: typeof AdminCredentials | typeof Credentials
}

/** Signing in and out. Each audience has its own calls and its own session. */
export function registerSignInRoutes(
  api: ShopServer,
  { db, config }: Shop,
  { audience, prefix, person, errors, credentials = Credentials }: SignInAudience,
): void {
  route(api, `POST ${prefix}/login`, {
    audience: 'public',
    // Password hashing has its own limiter.
    limiter: 'none',
    summary: `Signs ${person} in`,
    body: credentials,
    answer: UserAnswer,
    callsPerMinute: 120,
    errors: ['unauthenticated', 'rate_limited', 'unavailable', ...errors],
    handle: async ({ body, request, reply }) => {
      const { user, session } = await signIn(db, audience, body, sessionStart(config, request, audience))
      setSessionCookie(reply, audience, session.token, session.expiresAt)
      noteSignIn(request, user.email)
      return { message: WORDINGS.session.signedIn, user }
    },
  })

  route(api, `GET ${prefix}/logout`, {
    audience: 'public',
    changes: true,
    summary: `Signs ${person} out; harmless without a session`,
    answer: messageAnswer,
    handle: async ({ request, reply }) => {
      await endSession(db, audience, sessionToken(request, audience))
      clearSessionCookie(reply, audience)
      // Not cookies, which are the other session's too, and not storage: the theme and the avatar stay on the device.
      reply.header('clear-site-data', '"cache"')
      return { message: 'Logged out successfully!' }
    },
  })
}
