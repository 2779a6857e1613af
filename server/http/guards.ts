import type { FastifyReply, FastifyRequest } from 'fastify'

import { mayCall, STAFF_AREAS } from '#contract/accounts/staff-areas.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'
import {
  factorNeeded,
  forbidden,
  foreignOrigin,
  keyRefused,
  notOfThisKey,
  notYourPart,
  passwordNeeded,
  rateLimited,
  unauthenticated,
} from '#server/errors.ts'
import { bearerKey } from '#server/http/bearer-key.ts'
import { callerOf } from '#server/http/overload/concurrency-limits.ts'
import { isForeignChange, type Origins } from '#server/http/fetch-metadata.ts'
import { isInProcess, type Identity } from '#server/http/caller.ts'
import type { RouteDefinition } from '#server/http/route-definition.ts'
import { correctSessionHint, sessionToken, type SessionAudience } from '#server/http/session-cookies.ts'
import type { ShopServer } from '#server/http/server.ts'
import { networksOf } from '#server/http/rate-limits/caller-networks.ts'

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | undefined
  }
}

/** How much a key is used within the minute that is running. */
interface KeyUse {
  limit: number
  remaining: number
  resetSeconds: number
  isOver: boolean
}

interface Guards {
  origins(): Origins
  findSession(audience: SessionAudience, token: string): Promise<Identity | undefined>
  /**
   * The program of a key; undefined for a key that does not work. Throws `rate_limited` for a network that sent too
   * many of them.
   */
  findProgram(key: string, address: string): Promise<Identity | undefined>
  /** Counts a call of a program. Undefined in a shop without limits. */
  countKeyCall(programId: string): Promise<KeyUse | undefined>
  /** Whether the staff may do nothing without a second factor but set one up. */
  demandsSecondFactor(): boolean
  /** Counts a call. Returns the seconds to wait if there were too many within a minute. */
  countCall(key: string, callsPerMinute: number): Promise<number | undefined>
}

const nameOf = ({ method, path }: RouteDefinition) => `${String(method)} ${path}`

const isChange = (request: FastifyRequest) => {
  const { definition } = request.routeOptions.config
  return definition?.changes ?? !['GET', 'HEAD', 'OPTIONS'].includes(request.method)
}

/** Throws `password_needed` unless the person has signed in or given the password recently. */
export function requireRecentPassword({ hasRecentPassword }: Identity): void {
  if (!hasRecentPassword) throw passwordNeeded()
}

/** Throws 403 if the call is not for this person. The only place that enforces what each role of the staff may do. */
function checkStaff(identity: Identity, definition: RouteDefinition, isFactorDemanded: boolean): void {
  const { role, staffRole, hasTwoFactors } = identity
  const call = nameOf(definition)
  if (role !== 'admin' || !staffRole) throw forbidden(WORDINGS.session.notAdmin)
  if (!mayCall(staffRole, call)) throw notYourPart()
  if (isFactorDemanded && !hasTwoFactors && !STAFF_AREAS.ownSignIn.calls.includes(call)) throw factorNeeded()
  if (definition.asksPassword === 'always') requireRecentPassword(identity)
}

/** The user of this audience's session. Throws 401 without a session and 403 for another role. */
async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  audience: SessionAudience,
  guards: Guards,
  definition: RouteDefinition,
): Promise<Identity> {
  const token = sessionToken(request, audience)
  const identity = token && (await guards.findSession(audience, token))
  if (!identity) {
    if (bearerKey(request) === undefined) correctSessionHint(request, reply, audience, false)
    throw unauthenticated(definition.signedOut)
  }
  if (audience === 'admin') checkStaff(identity, definition, guards.demandsSecondFactor())
  correctSessionHint(request, reply, audience, true)
  return identity
}

/**
 * The program of this key. Throws 401 for a key that does not work, 429 for one that calls too often, and 403 for a
 * call that it was not made for. An owner has entered a password to make the key, so its calls do not ask for one.
 */
async function identifyProgram(
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  guards: Guards,
  definition: RouteDefinition,
): Promise<Identity> {
  const program = await guards.findProgram(key, request.ip)
  if (!program) {
    reply.header('www-authenticate', 'Bearer error="invalid_token"')
    throw keyRefused()
  }
  request.identity = program
  const use = await guards.countKeyCall(program.id)
  if (use) {
    reply.header('ratelimit-limit', use.limit)
    reply.header('ratelimit-remaining', use.remaining)
    reply.header('ratelimit-reset', use.resetSeconds)
    if (use.isOver) throw rateLimited(use.resetSeconds, 'Too many calls with this key. Please try again later.')
  }
  if (!program.rights || !mayCall(program.rights, nameOf(definition))) throw notOfThisKey()
  return program
}

/**
 * Installs the checks that run before a body is read. The shop does not start if a route of the API declares no
 * audience, so no route is public by oversight.
 */
export function installGuards(app: ShopServer, guards: Guards): void {
  app.decorateRequest('identity', undefined)
  app.addHook('onRoute', (options) => {
    if (!options.config?.definition?.audience) {
      throw new Error(`${String(options.method)} ${options.url} declares no audience`)
    }
  })
  app.addHook('onRequest', async (request, reply) => {
    // Responses may be personal; those that may be shared set their own header.
    reply.header('cache-control', 'no-store')
    const { definition, limiter } = request.routeOptions.config
    if (!definition) return
    if (!isInProcess(request)) limiter?.checkCapacity(callerOf(request))
    // No browser adds a key to a call by itself, so a page elsewhere cannot use one.
    const key = definition.audience === 'admin' ? bearerKey(request) : undefined
    const isProved = key !== undefined || definition.audience === 'provider'
    if (isChange(request) && !isProved && isForeignChange(request.headers, guards.origins())) throw foreignOrigin()
    if (key !== undefined) {
      request.identity = await identifyProgram(request, reply, key, guards, definition)
    } else if (definition.audience === 'customer' || definition.audience === 'admin') {
      request.identity = await identify(request, reply, definition.audience, guards, definition)
    }
    if (definition.callsPerMinute === undefined) return
    const callers = request.identity ? [{ name: request.identity.id, share: 1 }] : networksOf(request.ip)
    for (const { name, share } of callers) {
      const counted = `${definition.method} ${definition.path} ${name}`
      const waitSeconds = await guards.countCall(counted, definition.callsPerMinute * share)
      if (waitSeconds !== undefined) throw rateLimited(waitSeconds)
    }
  })
}
