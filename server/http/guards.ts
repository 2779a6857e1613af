import type { FastifyReply, FastifyRequest } from 'fastify'

import { WORDINGS } from '#contract/wordings.ts'
import { forbidden, foreignOrigin, rateLimited, unauthenticated } from '#server/errors.ts'
import { isForeignChange, type Origins } from '#server/http/fetch-metadata.ts'
import { isInProcess } from '#server/http/in-process.ts'
import { correctSessionHint, sessionToken, type SessionAudience } from '#server/http/session-cookies.ts'
import type { ShopServer } from '#server/http/server.ts'
import { networksOf } from '#server/rate-limits/network.ts'

/** Whoever a session belongs to. */
export interface Identity {
  id: string
  role: string
}

declare module 'fastify' {
  interface FastifyRequest {
    identity: Identity | undefined
  }
}

interface Guards {
  origins(): Origins
  findSession(audience: SessionAudience, token: string): Promise<Identity | undefined>
  /** Counts a call; answers the seconds to wait once there were too many within a minute. */
  countCall(key: string, callsPerMinute: number): Promise<number | undefined>
}

const isChange = (request: FastifyRequest) => {
  const { promise } = request.routeOptions.config
  return promise?.changes ?? !['GET', 'HEAD', 'OPTIONS'].includes(request.method)
}

/** The user of this audience's session; throws 401 without one and 403 for a role that the audience does not admit. */
async function identify(
  request: FastifyRequest,
  reply: FastifyReply,
  audience: SessionAudience,
  guards: Guards,
  signedOut?: string,
): Promise<Identity> {
  const token = sessionToken(request, audience)
  const identity = token && (await guards.findSession(audience, token))
  if (!identity) {
    correctSessionHint(request, reply, audience, false)
    throw unauthenticated(signedOut)
  }
  if (audience === 'admin' && identity.role !== 'admin') throw forbidden(WORDINGS.session.notAdmin)
  correctSessionHint(request, reply, audience, true)
  return identity
}

/**
 * Installs the checks that come before a body is read. A route of the API that declares no audience stops the start:
 * nothing is open by being forgotten.
 */
export function installGuards(app: ShopServer, guards: Guards): void {
  app.decorateRequest('identity', undefined)
  app.addHook('onRoute', (options) => {
    if (!options.config?.promise?.audience) {
      throw new Error(`${String(options.method)} ${options.url} declares no audience`)
    }
  })
  app.addHook('onRequest', async (request, reply) => {
    // Answers may be personal; the few that everyone may share say so themselves.
    reply.header('cache-control', 'no-store')
    const { promise, limiter } = request.routeOptions.config
    if (!promise) return
    if (!isInProcess(request)) limiter?.checkCapacity()
    if (isChange(request) && promise.audience !== 'provider' && isForeignChange(request.headers, guards.origins())) {
      throw foreignOrigin()
    }
    if (promise.audience === 'customer' || promise.audience === 'admin') {
      request.identity = await identify(request, reply, promise.audience, guards, promise.signedOut)
    }
    if (promise.callsPerMinute === undefined) return
    const callers = request.identity ? [{ name: request.identity.id, share: 1 }] : networksOf(request.ip)
    for (const { name, share } of callers) {
      const key = `${promise.method} ${promise.path} ${name}`
      const waitSeconds = await guards.countCall(key, promise.callsPerMinute * share)
      if (waitSeconds !== undefined) throw rateLimited(waitSeconds)
    }
  })
}
