import type { FastifyBaseLogger, FastifyRequest } from 'fastify'

import { createHash } from 'node:crypto'

import type { ShopError } from '#contract/errors.ts'

import { emailKey } from '#contract/basic-schemas.ts'
import { BAD_PROOF, FOREIGN_ORIGIN } from '#server/errors.ts'
import { sessionToken } from '#server/http/session-cookies.ts'
import { networksOf } from '#server/caller-networks.ts'

/** Events that may be part of an attack; `docs/operations/security-events.md` says what to do about each. */
type SecurityEventName =
  | 'sign-in failed'
  | 'not signed in'
  | 'session refused'
  | 'not allowed'
  | 'origin refused'
  | 'rate limited'
  | 'payment proof refused'

/** All that is logged of a security event: no secret, no e-mail, no path with ids. */
interface SecurityEvent {
  event: SecurityEventName
  /** Method and template: `GET /api/order/:userid/:orderid/:paymentid/:signature`. */
  route: string
  network: string
  /** Hash of the e-mail in the request, else of the signed-in user's id; null if neither is known. */
  accountHash: string | null
}

const MINUTE_MS = 60_000
/** Events of one large network that are logged within a minute. The others are only counted. */
const MAX_EVENTS_PER_NETWORK = 10
/** Networks that are counted one by one within a minute. The events of all others are counted together. */
const MAX_NETWORKS = 60
const OTHERS = 'others'

const HASH_DIGITS = 16
const hashOf = (account: string) => createHash('sha256').update(account).digest('hex').slice(0, HASH_DIGITS)

function accountOf({ body, identity }: FastifyRequest): string | undefined {
  const email = typeof body === 'object' && body !== null && 'email' in body ? body.email : undefined
  return typeof email === 'string' ? emailKey(email) : identity?.id
}

/** The security event that a failure is; undefined for failures of ordinary use. */
function eventNameOf(failure: ShopError, request: FastifyRequest): SecurityEventName | undefined {
  if (failure.cause === BAD_PROOF) return 'payment proof refused'
  if (failure.cause === FOREIGN_ORIGIN) return 'origin refused'
  if (failure.code === 'rate_limited') return 'rate limited'
  const { definition } = request.routeOptions.config
  const isRefused = failure.code === 'unauthenticated' || failure.code === 'forbidden'
  // Of the public calls only sign-in answers 401 or 403.
  if (isRefused && definition?.audience === 'public') return 'sign-in failed'
  if (failure.code === 'forbidden') return 'not allowed'
  if (failure.code !== 'unauthenticated') return undefined
  const { audience } = definition ?? {}
  if ((audience === 'customer' || audience === 'admin') && sessionToken(request, audience)) return 'session refused'
  return definition?.isAskedSignedOut ? undefined : 'not signed in'
}

/** The security event of a failed call; undefined for failures of ordinary use. */
export function securityEventOf(failure: ShopError, request: FastifyRequest): SecurityEvent | undefined {
  const event = eventNameOf(failure, request)
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
 * Logs security events at `warn`. A flood does not fill the disk: each minute a large network (/48, /24) gets ten lines, and
 * one more with the number of its other events.
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
    const network = this.counts.has(widest) || this.counts.size < MAX_NETWORKS ? widest : OTHERS
    const count = (this.counts.get(network) ?? 0) + 1
    this.counts.set(network, count)
    if (count <= MAX_EVENTS_PER_NETWORK) this.log.warn(event, 'security event')
  }

  /** Logs how many events were only counted, and starts the next minute. */
  endMinute(): void {
    for (const [network, count] of this.counts) {
      const unlogged = count - MAX_EVENTS_PER_NETWORK
      if (unlogged > 0) this.log.warn({ event: 'more of these', network, count: unlogged }, 'security events')
    }
    this.counts.clear()
  }

  close(): void {
    clearInterval(this.timer)
    this.endMinute()
  }
}
