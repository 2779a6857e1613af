import type { FastifyReply } from 'fastify'

const permissionsPolicy = (camera: string) => `camera=(${camera}), microphone=(), geolocation=(), payment=(self)`

/** Of the pages whose people scan with the camera of their phone. */
export const CAMERA_POLICY = permissionsPolicy('self')

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissionsPolicy(''),
}

const TRANSPORT_SECURITY = 'max-age=31536000; includeSubDomains'

/** A response that is not a page may load and run nothing in a browser. */
const DEFAULT_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** The headers of every response, for one that the framework does not send. */
export const securityHeaders = (hasSecureOrigin: boolean): Record<string, string> => ({
  ...HEADERS,
  'content-security-policy': DEFAULT_POLICY,
  ...(hasSecureOrigin && { 'strict-transport-security': TRANSPORT_SECURITY }),
})

/** Sets the headers of every response. A page replaces the content security policy by its own. */
export function setSecurityHeaders(reply: FastifyReply): void {
  reply.headers(securityHeaders(reply.server.hasSecureOrigin()))
}
