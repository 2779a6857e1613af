import type { FastifyRequest } from 'fastify'

import { deviceOf } from '#contract/user-agent.ts'
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

/** What a call tells about the session that it opens. */
export const sessionStart = (request: FastifyRequest, audience: SessionAudience): SessionStart => ({
  previousToken: sessionToken(request, audience),
  device: deviceOf(request.headers['user-agent']),
  network: networksOf(request.ip).at(-1)?.name,
})
