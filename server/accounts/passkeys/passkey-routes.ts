import type { FastifyReply, FastifyRequest } from 'fastify'

import { z } from 'zod'

import type { Shop } from '#server/start/shop.ts'

import { UserAnswer } from '#contract/accounts/accounts.ts'
import {
  NewPasskey,
  NewPasskeyOptions,
  PasskeyName,
  PasskeysAnswer,
  PasskeySignIn,
  PasswordIfNeeded,
  SignInOptions,
} from '#contract/accounts/passkeys.ts'
import { browserOf, rememberBrowser } from '#server/http/browser-cookie.ts'
import { id, noBody } from '#contract/schemas/basic-schemas.ts'
import { RECENT_PASSWORD_MINUTES } from '#contract/accounts/password-limits.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import {
  addPasskey,
  changePasskeyName,
  getPasskeys,
  removePasskey,
  signInByPasskey,
  startNewPasskey,
  startSignIn,
} from '#server/accounts/passkeys/passkeys.ts'
import { CHALLENGE_SECONDS } from '#contract/accounts/passkey-limits.ts'
import type { Identity } from '#server/http/caller.ts'
import { route } from '#server/http/route.ts'
import { noteSignIn } from '#server/http/log/security-events.ts'
import type { ShopServer } from '#server/http/server.ts'
import { sessionStart } from '#server/http/session-start.ts'
import { sessionToken, setSessionCookie, type SessionAudience } from '#server/http/session-cookies.ts'
import { countedNetworks } from '#server/http/rate-limits/caller-networks.ts'

const PasskeyId = z.object({ passkeyId: id })

/** All pages of a browser share its text, and each may have a challenge. */
const remember = (request: FastifyRequest, reply: FastifyReply) =>
  rememberBrowser(request, reply, 'passkey_browser', CHALLENGE_SECONDS)

/** Signing in by passkeys, and managing them. Customers and administrators have calls of their own. */
export function registerPasskeys(
  api: ShopServer,
  { db, config, publicUrl, settings }: Shop,
  { audience, prefix }: { audience: SessionAudience; prefix: '/users' | '/admin' },
): void {
  // A member of the staff who buys in the shop is sent to the admin area.
  const staffElsewhere = audience === 'customer' ? (['forbidden'] as const) : []
  const site = () => ({ origin: publicUrl(), shopName: settings.current().shopName })
  const callerOf = ({ id: userId, hasRecentPassword, hasTwoFactors }: Identity, request: FastifyRequest) => ({
    userId,
    hasRecentPassword,
    hasTwoFactors,
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
    handle: ({ request, reply }) => startSignIn(db, site(), audience, { browser: remember(request, reply) }),
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
        browser: browserOf(request, 'passkey_browser'),
        ...sessionStart(config, request, audience),
      })
      setSessionCookie(reply, audience, session.token, session.expiresAt)
      noteSignIn(request, user.email)
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
    errors: [...staffElsewhere, 'password_needed', 'rate_limited', 'unavailable'],
    handle: ({ user, body, request, reply }) =>
      startNewPasskey(db, site(), callerOf(user, request), {
        password: body?.password,
        browser: remember(request, reply),
      }),
  })

  route(api, `POST ${prefix}/passkeys`, {
    audience,
    summary: 'Adds the passkey that the device has made',
    body: NewPasskey,
    answer: PasskeysAnswer,
    status: 201,
    callsPerMinute: 20,
    errors: [...staffElsewhere, 'conflict'],
    handle: ({ user, body, request }) =>
      addPasskey(db, site(), callerOf(user, request), { ...body, browser: browserOf(request, 'passkey_browser') }),
  })

  route(api, `PATCH ${prefix}/passkeys/:passkeyId`, {
    audience,
    summary: 'Gives a passkey of the caller another name',
    params: PasskeyId,
    body: PasskeyName,
    answer: PasskeysAnswer,
    callsPerMinute: 30,
    errors: [...staffElsewhere, 'not_found'],
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
    errors: [...staffElsewhere, 'password_needed', 'not_found', 'rate_limited', 'unavailable'],
    handle: ({ user, params, body, request }) =>
      removePasskey(db, callerOf(user, request), params.passkeyId, body?.password),
  })
}
