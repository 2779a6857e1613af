import type { FastifyReply } from 'fastify'

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(self)',
}

/** A response that is not a page may load and run nothing in a browser. */
const DEFAULT_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** Sets the headers of every response. A page replaces the content security policy by its own. */
export function setSecurityHeaders(reply: FastifyReply): void {
  reply.headers(HEADERS)
  reply.header('content-security-policy', DEFAULT_POLICY)
  if (reply.server.hasSecureOrigin()) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains')
}
