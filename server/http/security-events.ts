import type { FastifyBaseLogger, FastifyRequest } from 'fastify'

import { createHash } from 'node:crypto'

import type { ShopError } from '#contract/errors.ts'

import { emailKey } from '#contract/shapes.ts'
import { BAD_PROOF, FOREIGN_ORIGIN } from '#server/errors.ts'
import { sessionToken } from '#server/http/session-cookies.ts'
import { networksOf } from '#server/rate-limits/network.ts'

/** What an attack leaves behind; `docs/operations/security-events.md` says what to make of each. */
export type SecurityEventName =
  | 'sign-in failed'
  | 'not signed in'
  | 'session refused'
  | 'not allowed'
  | 'origin refused'
  | 'rate limited'
  | 'payment proof refused'

/** The whole of a security event: never a secret, never an e-mail, never an address with ids. */
export interface SecurityEvent {
  event: SecurityEventName
  /** Method and template: `GET /api/order/:userid/:orderid/:paymentid/:signature`. */
  route: string
  network: string
  /** Of the e-mail that was sent, else of the id of whoever is signed in; null where neither is known. */
  accountHash: string | null
}

const MINUTE_MS = 60_000
/** Events of one large network that are written within a minute; of the others there is their number. */
const EVENTS_PER_NETWORK = 10
/** Networks within a minute that are told apart; the events of all others are counted together. */
const NETWORKS = 60
const OTHERS = 'others'

const HASH_DIGITS = 16
const hashOf = (account: string) => createHash('sha256').update(account).digest('hex').slice(0, HASH_DIGITS)

function accountOf({ body, identity }: FastifyRequest): string | undefined {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined
  return typeof email === 'string' ? emailKey(email) : identity?.id
}

/** What a failure says of whoever asked; undefined for what happens in ordinary use. */
function nameOf(failure: ShopError, request: FastifyRequest): SecurityEventName | undefined {
  if (failure.cause === BAD_PROOF) return 'payment proof refused'
  if (failure.cause === FOREIGN_ORIGIN) return 'origin refused'
  if (failure.code === 'rate_limited') return 'rate limited'
  const { promise } = request.routeOptions.config
  const isRefused = failure.code === 'unauthenticated' || failure.code === 'forbidden'
  // Only signing in refuses somebody at a call that is open to all.
  if (isRefused && promise?.audience === 'public') return 'sign-in failed'
  if (failure.code === 'forbidden') return 'not allowed'
  if (failure.code !== 'unauthenticated') return undefined
  const { audience } = promise ?? {}
  if ((audience === 'customer' || audience === 'admin') && sessionToken(request, audience)) return 'session refused'
  return promise?.isAskedSignedOut ? undefined : 'not signed in'
}

/** The security event that a failed call is, if it is one. */
export function securityEventOf(failure: ShopError, request: FastifyRequest): SecurityEvent | undefined {
  const event = nameOf(failure, request)
  if (!event) return undefined
  const account = accountOf(request)
  return {
    event,
    route: `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
    network: networksOf(request.ip)[0].name,
    accountHash: account === undefined ? null : hashOf(account),
  }
}

/**
 * Writes security events into the log at `warn`, one for each fault. A flood does not fill the disk: within a minute one
 * large network (/48, /24) has ten lines, and after the minute one more with the number of the others.
 */
export class SecurityEvents {
  private readonly log: FastifyBaseLogger
  private readonly counts = new Map<string, number>()
  private readonly timer: NodeJS.Timeout

  constructor(log: FastifyBaseLogger) {
    this.log = log
    this.timer = setInterval(() => this.endMinute(), MINUTE_MS).unref()
  }

  note(event: SecurityEvent, address: string): void {
    const widest = networksOf(address).at(-1)?.name ?? ''
    const network = this.counts.has(widest) || this.counts.size < NETWORKS ? widest : OTHERS
    const count = (this.counts.get(network) ?? 0) + 1
    this.counts.set(network, count)
    if (count <= EVENTS_PER_NETWORK) this.log.warn(event, 'security event')
  }

  /** Says how many events were not written, and begins anew. */
  endMinute(): void {
    for (const [network, count] of this.counts) {
      const unwritten = count - EVENTS_PER_NETWORK
      if (unwritten > 0) this.log.warn({ event: 'more of these', network, count: unwritten }, 'security events')
    }
    this.counts.clear()
  }

  close(): void {
    clearInterval(this.timer)
    this.endMinute()
  }
}
