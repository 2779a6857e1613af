import type { FastifyReply, FastifyRequest } from 'fastify'

import { randomBytes } from 'node:crypto'
import { z } from 'zod'

import type { Shop } from '#server/shop.ts'

import { UserAnswer } from '#contract/accounts.ts'
import {
  NewPasskey,
  NewPasskeyOptions,
  PasskeyName,
  PasskeysAnswer,
  PasskeySignIn,
  PasswordIfNeeded,
  SignInOptions,
} from '#contract/passkeys.ts'
import { id, noBody } from '#contract/basic-schemas.ts'
import { RECENT_PASSWORD_MINUTES } from '#contract/password-limits.ts'
import { WORDINGS } from '#contract/specified-wordings.ts'
import {
  addPasskey,
  changePasskeyName,
  getPasskeys,
  removePasskey,
  signInByPasskey,
  startNewPasskey,
  startSignIn,
} from '#server/accounts/passkeys/passkeys.ts'
import { CHALLENGE_SECONDS } from '#contract/passkey-limits.ts'
import type { Identity } from '#server/http/guards.ts'
import { route } from '#server/http/route.ts'
import type { ShopServer } from '#server/http/server.ts'
import { sessionStart } from '#server/http/session-start.ts'
import { sessionToken, setSessionCookie, type SessionAudience } from '#server/http/session-cookies.ts'
import { countedNetworks } from '#server/caller-networks.ts'

const PasskeyId = z.object({ passkeyId: id })
const BROWSER_BYTES = 32
const BROWSER = /^[\w-]{43}$/

const cookieName = (request: FastifyRequest) =>
  request.server.hasSecureOrigin() ? '__Host-passkey_browser' : 'passkey_browser'

/** The random text in this browser's cookie; one that no challenge belongs to if it has no cookie. */
const browserOf = (request: FastifyRequest) => request.cookies[cookieName(request)] ?? 'none'

/** Gives the browser a random text in a cookie until its challenge ends. All its pages share it, and each may have a challenge. */
function rememberBrowser(request: FastifyRequest, reply: FastifyReply): string {
  const known = browserOf(request)
  const browser = BROWSER.test(known) ? known : randomBytes(BROWSER_BYTES).toString('base64url')
  const secure = request.server.hasSecureOrigin()
  const options = { path: '/', sameSite: 'strict', httpOnly: true, secure, maxAge: CHALLENGE_SECONDS } as const
  reply.setCookie(cookieName(request), browser, options)
  return browser
}

/** Signing in by passkeys, and managing them. Customers and administrators have calls of their own. */
export function registerPasskeys(
  api: ShopServer,
  { db, config, publicUrl, settings }: Shop,
  { audience, prefix }: { audience: SessionAudience; prefix: '/users' | '/admin' },
): void {
  const site = () => ({ origin: publicUrl(), shopName: settings.current().shopName })
  const callerOf = ({ id: userId, hasRecentPassword }: Identity, request: FastifyRequest) => ({
    userId,
    hasRecentPassword,
    audience,
    token: sessionToken(request, audience),
    networks: countedNetworks(config, request.ip),
  })

  route(api, `POST ${prefix}/passkey-challenge`, {
    audience: 'public',
    summary: 'What a browser needs to sign in by a passkey; bound to this browser for five minutes',
    body: noBody,
    answer: SignInOptions,
    // Each opening of a sign-in page asks for one.
    callsPerMinute: 240,
    handle: ({ request, reply }) => startSignIn(db, site(), audience, { browser: rememberBrowser(request, reply) }),
  })

  route(api, `POST ${prefix}/login-by-passkey`, {
    audience: 'public',
    summary: 'Signs in by a passkey, with what the browser got from the device',
    body: PasskeySignIn,
    answer: UserAnswer,
    callsPerMinute: 60,
    errors: ['unauthenticated', 'rate_limited', ...(audience === 'admin' ? (['forbidden'] as const) : [])],
    handle: async ({ body, request, reply }) => {
      const { user, session } = await signInByPasskey(db, site(), audience, body, {
        browser: browserOf(request),
        ...sessionStart(config, request, audience),
      })
      setSessionCookie(reply, audience, session.token, session.expiresAt)
      return { message: WORDINGS.session.signedIn, user }
    },
  })

  route(api, `GET ${prefix}/passkeys`, {
    audience,
    summary: 'The caller’s passkeys',
    answer: PasskeysAnswer,
    handle: ({ user, request }) => getPasskeys(db, callerOf(user, request)),
  })

  route(api, `POST ${prefix}/passkeys/options`, {
    audience,
    summary: `What a browser needs to make a passkey; ${RECENT_PASSWORD_MINUTES} minutes after the sign-in it wants the password`,
    body: PasswordIfNeeded,
    answer: NewPasskeyOptions,
    callsPerMinute: 20,
    errors: ['password_needed', 'rate_limited', 'unavailable'],
    handle: ({ user, body, request, reply }) =>
      startNewPasskey(db, site(), callerOf(user, request), {
        password: body?.password,
        browser: rememberBrowser(request, reply),
      }),
  })

  route(api, `POST ${prefix}/passkeys`, {
    audience,
    summary: 'Adds the passkey that the device has made',
    body: NewPasskey,
    answer: PasskeysAnswer,
    status: 201,
    callsPerMinute: 20,
    errors: ['conflict'],
    handle: ({ user, body, request }) =>
      addPasskey(db, site(), callerOf(user, request), { ...body, browser: browserOf(request) }),
  })

  route(api, `PATCH ${prefix}/passkeys/:passkeyId`, {
    audience,
    summary: 'Gives a passkey of the caller another name',
    params: PasskeyId,
    body: PasskeyName,
    answer: PasskeysAnswer,
    callsPerMinute: 30,
    errors: ['not_found'],
    handle: ({ user, params, body, request }) =>
      changePasskeyName(db, callerOf(user, request), params.passkeyId, body.name),
  })

  route(api, `POST ${prefix}/passkeys/:passkeyId/remove`, {
    audience,
    summary: `Removes a passkey of the caller; ${RECENT_PASSWORD_MINUTES} minutes after the sign-in it wants the password`,
    params: PasskeyId,
    body: PasswordIfNeeded,
    answer: PasskeysAnswer,
    callsPerMinute: 30,
    errors: ['password_needed', 'not_found', 'rate_limited', 'unavailable'],
    handle: ({ user, params, body, request }) =>
      removePasskey(db, callerOf(user, request), params.passkeyId, body?.password),
  })
}
