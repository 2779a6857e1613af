import type { FastifyReply, FastifyRequest } from 'fastify'

import { SIGNED_IN_COOKIES } from '#contract/accounts/signed-in-cookies.ts'
import { bearerKey } from '#server/http/bearer-key.ts'

/** A customer's and an administrator's session are separate; one browser may have both. */
export type SessionAudience = 'customer' | 'admin'

const NAMES = { customer: 'customer_session', admin: 'admin_session' } as const

/** As long as the longest session. A hint that outlives its session is deleted by the first call that gets a 401. */
const CORRECTED_HINT_SECONDS = 90 * 24 * 60 * 60

declare module 'fastify' {
  interface FastifyInstance {
    /** True if the shop's origin is https: cookies are then `__Host-` and Secure. */
    hasSecureOrigin(): boolean
  }
}

/** `__Host-` binds the cookie to this very host and to https; a browser refuses the prefix without it. */
export const sessionCookieName = (audience: SessionAudience, isSecure: boolean): string =>
  isSecure ? `__Host-${NAMES[audience]}` : NAMES[audience]

/**
 * The session id that the browser sent, if any. Whoever sends a key is the program of that key alone, whatever cookies
 * come with it.
 */
export function sessionToken(request: FastifyRequest, audience: SessionAudience): string | undefined {
  if (bearerKey(request) !== undefined) return undefined
  return request.cookies[sessionCookieName(audience, request.server.hasSecureOrigin())]
}

const HAS_SESSION = new RegExp(`(?:^|;\\s*)(?:__Host-)?(?:${Object.values(NAMES).join('|')})=`)

/** Whether a `Cookie` header names a session. It proves nothing. */
export const hasSessionCookie = (cookies = ''): boolean => HAS_SESSION.test(cookies)

/** Both session ids that the browser sent: a public call may look at either. */
export const sessionTokens = (request: FastifyRequest): Record<SessionAudience, string | undefined> => ({
  customer: sessionToken(request, 'customer'),
  admin: sessionToken(request, 'admin'),
})

/** The session cookie and its hint, which differs only in that scripts can read it. */
function cookiesOf(reply: FastifyReply, audience: SessionAudience) {
  const isSecure = reply.server.hasSecureOrigin()
  const options = { path: '/', sameSite: 'strict', secure: isSecure } as const
  return {
    session: { name: sessionCookieName(audience, isSecure), options: { ...options, httpOnly: true } },
    hint: { name: isSecure ? `__Host-${SIGNED_IN_COOKIES[audience]}` : SIGNED_IN_COOKIES[audience], options },
  }
}

/** Sets the session cookie (HttpOnly, SameSite=Strict, whole site, Secure if the origin is https) and its hint. */
export function setSessionCookie(reply: FastifyReply, audience: SessionAudience, token: string, expires: Date): void {
  const { session, hint } = cookiesOf(reply, audience)
  reply.setCookie(session.name, token, { ...session.options, expires })
  reply.setCookie(hint.name, '1', { ...hint.options, expires })
}

/** Deletes the session cookie and its hint. */
export function clearSessionCookie(reply: FastifyReply, audience: SessionAudience): void {
  for (const { name, options } of Object.values(cookiesOf(reply, audience))) reply.clearCookie(name, options)
}

/**
 * Sets or deletes the hint cookie if it does not match the session that this call found. The hint tells the page's
 * script whether there may be a session; it has a fixed value and proves nothing.
 */
export function correctSessionHint(
  request: FastifyRequest,
  reply: FastifyReply,
  audience: SessionAudience,
  hasSession: boolean,
): void {
  const { name, options } = cookiesOf(reply, audience).hint
  if ((request.cookies[name] !== undefined) === hasSession) return
  if (hasSession) reply.setCookie(name, '1', { ...options, maxAge: CORRECTED_HINT_SECONDS })
  else reply.clearCookie(name, options)
}
