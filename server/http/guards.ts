import type { FastifyReply, FastifyRequest } from 'fastify'

import { mayCall, STAFF_AREAS } from '#contract/accounts/staff-areas.ts'
import { WORDINGS } from '#contract/wordings/specified-wordings.ts'
import {
  factorNeeded,
  forbidden,
  foreignOrigin,
  notYourPart,
  passwordNeeded,
  rateLimited,
  unauthenticated,
} from '#server/errors.ts'
import { callerOf } from '#server/http/concurrency-limits.ts'
import { isForeignChange, type Origins } from '#server/http/fetch-metadata.ts'
import { isInProcess, type Identity } from '#server/http/caller.ts'
import type { RouteDefinition } from '#server/http/route-definition.ts'
import { correctSessionHint, sessionToken, type SessionAudience } from '#server/http/session-cookies.ts'
import type { ShopServer } from '#server/http/server.ts'
import { networksOf } from '#server/rate-limits/caller-networks.ts'

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | undefined
  }
}

interface Guards {
  origins(): Origins
  findSession(audience: SessionAudience, token: string): Promise<Identity | undefined>
  /** Whether the staff may do nothing without a second factor but set one up. */
  demandsSecondFactor(): boolean
  /** Counts a call. Returns the seconds to wait if there were too many within a minute. */
  countCall(key: string, callsPerMinute: number): Promise<number | undefined>
}

const isChange = (request: FastifyRequest) => {
  const { definition } = request.routeOptions.config
  return definition?.changes ?? !['GET', 'HEAD', 'OPTIONS'].includes(request.method)
}

/** Throws `password_needed` unless the person has signed in or given the password recently. */
export function requireRecentPassword({ hasRecentPassword }: Identity): void {
  if (!hasRecentPassword) throw passwordNeeded()
}

/** Throws 403 if the call is not for this person. The only place that enforces what each role of the staff may do. */
function checkStaff(
  identity: Identity,
  { method, path, asksPassword }: RouteDefinition,
  isFactorDemanded: boolean,
): void {
  const { role, staffRole, hasTwoFactors } = identity
  const call = `${String(method)} ${path}`
  if (role !== 'admin' || !staffRole) throw forbidden(WORDINGS.session.notAdmin)
  if (!mayCall(staffRole, call)) throw notYourPart()
  if (isFactorDemanded && !hasTwoFactors && !STAFF_AREAS.ownSignIn.calls.includes(call)) throw factorNeeded()
  if (asksPassword === 'always') requireRecentPassword(identity)
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
    correctSessionHint(request, reply, audience, false)
    throw unauthenticated(definition.signedOut)
  }
  if (audience === 'admin') checkStaff(identity, definition, guards.demandsSecondFactor())
  correctSessionHint(request, reply, audience, true)
  return identity
}

/**
 * Installs the checks that run before a body is read. The shop does not start if a route of the API declares no audience, so
 * no route is public by oversight.
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
    if (isChange(request) && definition.audience !== 'provider' && isForeignChange(request.headers, guards.origins())) {
      throw foreignOrigin()
    }
    if (definition.audience === 'customer' || definition.audience === 'admin') {
      request.identity = await identify(request, reply, definition.audience, guards, definition)
    }
    if (definition.callsPerMinute === undefined) return
    const callers = request.identity ? [{ name: request.identity.id, share: 1 }] : networksOf(request.ip)
    for (const { name, share } of callers) {
      const key = `${definition.method} ${definition.path} ${name}`
      const waitSeconds = await guards.countCall(key, definition.callsPerMinute * share)
      if (waitSeconds !== undefined) throw rateLimited(waitSeconds)
    }
  })
}
