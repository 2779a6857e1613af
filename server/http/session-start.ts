import type { FastifyRequest } from 'fastify'

import { deviceOf } from '#contract/accounts/user-agent.ts'
import { sessionToken, type SessionAudience } from '#server/http/session-cookies.ts'
import { countedNetworks, networksOf, type Network } from '#server/http/rate-limits/caller-networks.ts'

/** What is known when a session is opened. */
export interface SessionStart {
  /** The networks that failures of the caller are counted for; empty if nothing is counted. */
  networks: readonly Network[]
  /** The session that the browser has had so far; it ends. */
  previousToken?: string | undefined
  /** Browser and system in plain words. */
  device?: string | undefined
  /**
   * What the list of sessions shows of the caller's address: of IPv4 the /24, of IPv6 the /48. Nothing is counted for
   * it.
   */
  network?: string | undefined
}

/** What a call tells about the session that it opens. */
export const sessionStart = (
  config: { hasRateLimits: boolean },
  request: FastifyRequest,
  audience: SessionAudience,
): SessionStart => ({
  networks: countedNetworks(config, request.ip),
  previousToken: sessionToken(request, audience),
  device: deviceOf(request.headers['user-agent']),
  network: networksOf(request.ip).at(-1)?.name,
})
