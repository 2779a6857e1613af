import type { FastifyReply, FastifyRequest } from 'fastify'

/** A customer's and an administrator's session are separate and may stand side by side in one browser. */
export type SessionAudience = 'customer' | 'admin'

const NAMES = { customer: 'customer_session', admin: 'admin_session' } as const

declare module 'fastify' {
  interface FastifyInstance {
    /** True where the shop's origin is https: cookies are then `__Host-` and Secure. */
    hasSecureOrigin(): boolean
  }
}

/** `__Host-` binds the cookie to this very host and to https; a browser refuses the prefix without it. */
export const sessionCookieName = (audience: SessionAudience, isSecure: boolean): string =>
  isSecure ? `__Host-${NAMES[audience]}` : NAMES[audience]

/** The session id that the browser sent, if any. */
export function sessionToken(request: FastifyRequest, audience: SessionAudience): string | undefined {
  return request.cookies[sessionCookieName(audience, request.server.hasSecureOrigin())]
}

/** Hands the browser a session id: HttpOnly, SameSite=Strict, whole site, and Secure where the origin is https. */
export function setSessionCookie(reply: FastifyReply, audience: SessionAudience, token: string, expiresAt: Date): void {
  const isSecure = reply.server.hasSecureOrigin()
  reply.setCookie(sessionCookieName(audience, isSecure), token, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure,
    expires: expiresAt,
  })
}

/** Takes the session id back from the browser. */
export function clearSessionCookie(reply: FastifyReply, audience: SessionAudience): void {
  const isSecure = reply.server.hasSecureOrigin()
  reply.clearCookie(sessionCookieName(audience, isSecure), {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure,
  })
}
