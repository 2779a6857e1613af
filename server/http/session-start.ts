import type { FastifyRequest } from 'fastify'

import { systemOf } from '#contract/operating-systems.ts'
import { sessionToken, type SessionAudience } from '#server/http/session-cookies.ts'
import { networksOf } from '#server/caller-networks.ts'

/** What is known when a session is opened. */
export interface SessionStart {
  /** The session that the browser has had so far; it ends. */
  previousToken?: string | undefined
  /** Browser and system in plain words. */
  device?: string | undefined
  /** The wide network of the caller's address: of IPv4 the first three numbers, of IPv6 the /48. */
  network?: string | undefined
}

/** The first that matches counts: browsers name those whose place they take. */
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

/** The rules look at no more of a header than real browsers send. */
const MAX_HEADER = 500

/**
 * Browser and system by the header `User-Agent`: 'Chrome on Android'. Always one of few texts of our own, because a header may say
 * anything; 'Unknown device' where no rule matches.
 */
export function deviceOf(userAgent = ''): string {
  const header = userAgent.slice(0, MAX_HEADER)
  const browser = BROWSERS.find(([pattern]) => pattern.test(header))?.[1]
  const system = systemOf(header)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

/** What a call tells about the session that it opens. */
export const sessionStart = (request: FastifyRequest, audience: SessionAudience): SessionStart => ({
  previousToken: sessionToken(request, audience),
  device: deviceOf(request.headers['user-agent']),
  network: networksOf(request.ip).at(-1)?.name,
})
