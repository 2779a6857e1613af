import type { FastifyBaseLogger, FastifyRequest } from 'fastify'

import { MINUTE_MS } from '#contract/units/time-units.ts'
import { createHmac, randomBytes } from 'node:crypto'

import type { ShopError } from '#contract/api/errors.ts'

import { emailKey } from '#contract/schemas/basic-schemas.ts'
import { BAD_PROOF, FOREIGN_ORIGIN } from '#server/errors.ts'
import { LineCounts } from '#server/http/log/line-counts.ts'
import { bearerKey } from '#server/http/bearer-key.ts'
import { sessionToken } from '#server/http/session-cookies.ts'
import { networksOf } from '#server/http/rate-limits/caller-networks.ts'

/**
 * Sign-ins, and events that may be part of an attack; `docs/operations/security-events.md` says what to do about each.
 */
type SecurityEventName =
  | 'signed in'
  | 'sign-in failed'
  | 'not signed in'
  | 'session refused'
  | 'key refused'
  | 'key made'
  | 'key ended'
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
  /** Keyed hash of the e-mail in the request, else of the signed-in user's id; null if neither is known. */
  accountHash: string | null
}

/** Events of one large network that are logged within a minute. The others are only counted. */
const MAX_EVENTS_PER_NETWORK = 10
/** Networks that are counted one by one within a minute. The events of all others are counted together. */
const MAX_NETWORKS = 60

const HASH_DIGITS = 16
const KEY_BYTES = 32

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
  if (definition?.audience === 'admin' && bearerKey(request) !== undefined) return 'key refused'
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
    accountHash: account === undefined ? null : request.server.securityEvents.hashOf(account),
  }
}

function noteDone(request: FastifyRequest, event: SecurityEventName, account: string): void {
  const { securityEvents } = request.server
  const done = {
    event,
    route: `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
    network: networksOf(request.ip)[0].name,
    accountHash: securityEvents.hashOf(account),
  }
  securityEvents.note(done, request.ip)
}

/** Logs that somebody has signed in by this call. */
export const noteSignIn = (request: FastifyRequest, email: string): void =>
  noteDone(request, 'signed in', emailKey(email))

/** Logs that an owner has made or ended the key of a program. */
export const noteKeyChange = (request: FastifyRequest, event: 'key made' | 'key ended', keyId: string): void =>
  noteDone(request, event, keyId)

/**
 * Logs security events: sign-ins at `info`, all others at `warn`. A flood does not fill the disk: each minute a large
 * network (/48, /24) gets ten lines, and one more with the number of its other events. Sign-ins count by themselves, so
 * that they hide no attack.
 */
export class SecurityEvents {
  private readonly log: FastifyBaseLogger
  private readonly lines = { info: new LineCounts(MAX_NETWORKS), warn: new LineCounts(MAX_NETWORKS) }
  private key: Uint8Array = randomBytes(KEY_BYTES)
  private readonly timer: NodeJS.Timeout

  constructor(log: FastifyBaseLogger) {
    this.log = log
    this.timer = setInterval(() => this.endMinute(), MINUTE_MS).unref()
  }

  /** From now on accounts are named by this secret of the database, so that all processes name them alike. */
  useKey(key: Uint8Array): void {
    this.key = key
  }

  /** What an account is called in the log. Without the key nobody can tell whether it is a certain address. */
  hashOf(account: string): string {
    return createHmac('sha256', this.key).update(account).digest('hex').slice(0, HASH_DIGITS)
  }

  note(event: SecurityEvent, address: string): void {
    const level = event.event === 'signed in' ? 'info' : 'warn'
    const widest = networksOf(address).at(-1)?.name ?? ''
    if (this.lines[level].count(widest, MAX_EVENTS_PER_NETWORK)) this.log[level](event, 'security event')
  }

  /** Logs how many events were only counted, and starts the next minute. */
  endMinute(): void {
    for (const level of ['info', 'warn'] as const) {
      for (const { kind: network, count } of this.lines[level].endMinute()) {
        this.log[level]({ event: 'more of these', network, count }, 'security events')
      }
    }
  }

  close(): void {
    clearInterval(this.timer)
    this.endMinute()
  }
}
