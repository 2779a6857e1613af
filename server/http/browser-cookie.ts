import type { FastifyReply, FastifyRequest } from 'fastify'

import { randomBytes } from 'node:crypto'

const BROWSER_BYTES = 32
const BROWSER = /^[\w-]{43}$/

/** What a browser is remembered for. Each has a cookie of its own. */
type Purpose = 'passkey_browser' | 'code_browser'

const cookieName = (request: FastifyRequest, purpose: Purpose) =>
  request.server.hasSecureOrigin() ? `__Host-${purpose}` : purpose

/** The random text in this browser's cookie; one that belongs to no browser if it has no cookie. */
export const browserOf = (request: FastifyRequest, purpose: Purpose): string =>
  request.cookies[cookieName(request, purpose)] ?? 'none'

/** Gives the browser a random text in a cookie for so long. All its pages share it. */
export function rememberBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  purpose: Purpose,
  maxAge: number,
): string {
  const known = browserOf(request, purpose)
  const browser = BROWSER.test(known) ? known : randomBytes(BROWSER_BYTES).toString('base64url')
  const secure = request.server.hasSecureOrigin()
  reply.setCookie(cookieName(request, purpose), browser, {
    path: '/',
    sameSite: 'strict',
    httpOnly: true,
    secure,
    maxAge,
  })
  return browser
}
