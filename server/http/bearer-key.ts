import type { IncomingHttpHeaders } from 'node:http'

const BEARER = /^bearer(?:[ \t]+(.*))?$/is

/**
 * The key that a program sends as `Authorization: Bearer KEY` (RFC 6750), empty if none follows. Undefined with another
 * scheme, which proves nothing here, and without the header.
 */
export function bearerKey({ headers }: { headers: IncomingHttpHeaders }): string | undefined {
  const match = BEARER.exec(headers.authorization ?? '')
  return match ? (match[1] ?? '').trim() : undefined
}
