import type { FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'

import type { Caller } from '#server/http/overload/caller-queue.ts'
import type { NetworkWork } from '#server/http/overload/network-work.ts'

import { tooBusy } from '#server/errors.ts'
import { networksOf, type Network } from '#server/http/rate-limits/caller-networks.ts'
import { Limiter } from '#server/http/overload/concurrency-limiter.ts'
import { hasSessionCookie, sessionToken } from '#server/http/session-cookies.ts'

/** Calls wait by what they are for, so that a busy shop still sells (docs/decisions/0011-crowds.md). */
export interface Limiters {
  /** Checkout, and the provider's events: hundreds at once, because they mostly wait for the provider. */
  checkout: Limiter
  /** Other calls that need the database: fewer than it has connections, so that some are left for checkout. */
  calls: Limiter
  /** Calls about a cart. Reads at the same moment share one statement, so many at once take few connections. */
  carts: Limiter
  /** The statements that add to a cart or remove from it: each takes a connection. */
  cartChanges: Limiter
  /**
   * Work that needs the processor: pages and lists that are not in the cache, and the start of each document, file and
   * feed. It begins one piece a turn of the event loop, so what is cached and what somebody buys never waits for more
   * than one piece.
   */
  processor: Limiter
  /** Readers of the product feed; Merchant Center fetches it once a day, and other readers are few. */
  feed: Limiter
  /** Forms with files that customers send. What a form brings is in memory until the call is done. */
  customerForms: Limiter
  /** The same of the staff, so that customers do not keep them from their work. */
  staffForms: Limiter
}

const CHECKOUT_LIMITS = { atOnce: 300, stalledMs: 2000, timeoutMs: 5000, isUrgent: true }
/** Whoever is refused hears of it within 3 s, and a busy process may take a second to say so. */
const OTHER_LIMITS = { stalledMs: 1300, timeoutMs: 1800, countsAllWaits: true }
/**
 * Some hundreds of pieces take the processor as long as a call may wait; one network may have an eighth of them, and
 * half of the places: on the embedded engine its statements stand behind those of purchases, and others would wait for
 * its places.
 */
const PROCESSOR_LIMITS = {
  ...OTHER_LIMITS,
  atOnce: 8,
  atOnceOfOne: 4,
  maxWaiting: 256,
  maxWaitingOfOne: 32,
  isPaced: true,
}
/** Longer than the share of time that a reader has while others wait. */
const FEED_LIMITS = { atOnce: 4, maxWaiting: 16, timeoutMs: 35_000 }
/** A form holds up to 30 MiB for as long as its sender takes, at most three minutes. What waits is not read. */
const FORM_LIMITS = {
  isPaced: true,
  rejection: () => tooBusy('Many files are being sent right now. Please try again in a moment.'),
}
/** Of one person, and of one network. */
const CUSTOMER_FORM_LIMITS = {
  ...FORM_LIMITS,
  atOnce: 4,
  atOnceOfOne: 2,
  maxWaiting: 64,
  maxWaitingOfOne: 8,
  timeoutMs: 10_000,
}
/** A program may bring the pictures of a whole catalogue at once. */
const STAFF_FORM_LIMITS = {
  ...FORM_LIMITS,
  atOnce: 8,
  atOnceOfOne: 4,
  maxWaiting: 128,
  maxWaitingOfOne: 64,
  timeoutMs: 30_000,
}
/** The share of a network: the staff of a shop may all sit behind one address. */
const FORMS_OF_NETWORK = { customer: 1, staff: 2 }

export function createLimiters(isBehind: () => boolean, networkWork?: NetworkWork): Limiters {
  const other = (name: keyof Limiters, atOnce: number, isUrgent = false) =>
    new Limiter(name, { ...OTHER_LIMITS, atOnce, isBehind, isUrgent })
  return {
    checkout: new Limiter('checkout', CHECKOUT_LIMITS),
    calls: other('calls', 8),
    carts: other('carts', 64),
    cartChanges: other('cartChanges', 8, true),
    processor: new Limiter('processor', { ...PROCESSOR_LIMITS, isBehind, ...(networkWork && { networkWork }) }),
    feed: new Limiter('feed', FEED_LIMITS),
    customerForms: new Limiter('customerForms', CUSTOMER_FORM_LIMITS),
    staffForms: new Limiter('staffForms', STAFF_FORM_LIMITS),
  }
}

/**
 * Who goes first among callers whose networks have as much in a queue. No proof is needed, because it decides nothing
 * else.
 */
const PRIORITY = { buying: 0, signedIn: 1, visiting: 2 }

/** Changes of a cart, checkout and orders, and their pages. */
const IS_BUYING = /^\/(?:api\/(?:cart|payment|order)\/|(?:cart|order)(?:[/?]|$))/i

/** Who sends a request that the framework has not seen yet. */
export function callerOfRequest({ url = '', headers }: IncomingMessage, address: string) {
  const isSignedIn = () => hasSessionCookie(headers.cookie)
  return {
    groups: networksOf(address),
    priority: IS_BUYING.test(url) ? PRIORITY.buying : isSignedIn() ? PRIORITY.signedIn : PRIORITY.visiting,
  }
}

/**
 * Whom a form with files counts for: the person, and their widest network. Of a program the key is the person. Before
 * the guards know who it is, the network alone.
 */
function sendersOf({ identity, ip, routeOptions }: FastifyRequest): Network[] {
  const share = FORMS_OF_NETWORK[routeOptions.config.definition?.audience === 'customer' ? 'customer' : 'staff']
  const network = { name: networksOf(ip).at(-1)?.name ?? '', share }
  return identity ? [{ name: identity.id, share: 1 }, network] : [network]
}

/** How long requests have waited in limiters. */
const waited = new WeakMap<FastifyRequest, number>()

/**
 * Who waits in a limiter, however many it goes through one after the other. The networks are looked up only for those
 * who have to wait.
 */
export function callerOf(
  request: FastifyRequest,
  { isBuying = false, isAwaited = () => false }: { isBuying?: boolean; isAwaited?: () => boolean } = {},
): Caller {
  const isSignedIn = () => (sessionToken(request, 'customer') ?? sessionToken(request, 'admin')) !== undefined
  return {
    isGone: () => request.socket.destroyed && !isAwaited(),
    get groups() {
      return request.routeOptions.config.definition?.form ? sendersOf(request) : networksOf(request.ip)
    },
    get waitedMs() {
      return waited.get(request) ?? 0
    },
    set waitedMs(ms) {
      waited.set(request, ms)
    },
    get priority() {
      if (isBuying) return PRIORITY.buying
      return isSignedIn() ? PRIORITY.signedIn : PRIORITY.visiting
    },
  }
}
