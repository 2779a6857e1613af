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

const nameOf = (audience: SessionAudience, isSecure: boolean) => (isSecure ? `__Host-${NAMES[audience]}` : NAMES[audience])

/** The session id that the browser sent, if any. */
export function sessionToken(request: FastifyRequest, audience: SessionAudience): string | undefined {
  return request.cookies[nameOf(audience, request.server.hasSecureOrigin())]
}

/** Hands the browser a session id: HttpOnly, SameSite=Strict, whole site, and Secure where the origin is https. */
export function setSessionCookie(reply: FastifyReply, audience: SessionAudience, token: string, expiresAt: Date): void {
  const isSecure = reply.server.hasSecureOrigin()
  reply.setCookie(nameOf(audience, isSecure), token, {
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
  reply.clearCookie(nameOf(audience, isSecure), { path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure })
}
