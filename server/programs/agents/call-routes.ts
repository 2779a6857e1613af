import type { FastifyRequest, HTTPMethods } from 'fastify'

import { z } from 'zod'

import type { AgentContext, Operation } from '#server/programs/agents/agent-call.ts'
import type { Agent } from '#server/programs/agents/negotiate-version.ts'
import type { ProductIndex } from '#server/catalogue/service.ts'
import type { ProtocolVersion } from '#server/programs/agents/protocol-versions.ts'
import type { RouteDefinition } from '#server/http/route-definition.ts'
import type { Shop } from '#server/start/shop.ts'
import type { ShopServer } from '#server/http/server.ts'

import { IdempotencyKey } from '#contract/cart/cart.ts'
import { CHANGES_PER_MINUTE, MAX_CALL_ENTRIES } from '#server/programs/agents/agent-limits.ts'
import { answerCall, readInput } from '#server/programs/agents/answer-call.ts'
import { answerOnce } from '#server/programs/agents/answer-once.ts'
import { negotiateVersion } from '#server/programs/agents/negotiate-version.ts'
import { rateLimited } from '#server/errors.ts'
import { parseInput, runLimited } from '#server/http/route.ts'
import { networksOf } from '#server/http/rate-limits/caller-networks.ts'
import { countCall } from '#server/http/rate-limits/service.ts'

/** What the server has to know of a call before it reads the body. The protocol describes what it takes and answers. */
export const definitionOf = (method: HTTPMethods, path: string, summary: string): RouteDefinition => ({
  method,
  path,
  summary,
  audience: 'public',
  maxEntries: MAX_CALL_ENTRIES,
  answer: z.looseObject({}),
})

/** A call as either transport has read it. */
interface ReadCall {
  operation: Operation
  agent: Agent
  /** The version of the address that was called. */
  ofAddress: ProtocolVersion
  id: string
  input: unknown
  /** Calls with the same key change something once. */
  idempotencyKey: string | undefined
}

/** Throws rate-limited (429) where a network has changed too much within a minute. */
async function checkRate({ db, config }: Shop, request: FastifyRequest): Promise<void> {
  if (!config.hasRateLimits) return
  for (const { name, share } of networksOf(request.ip)) {
    const waitSeconds = await countCall(db, `changes by agents ${name}`, CHANGES_PER_MINUTE * share, 60)
    if (waitSeconds !== undefined) throw rateLimited(waitSeconds)
  }
}

/**
 * The function that carries out an agent's call, whichever way it came: with the limits of every caller, and in the
 * same queues.
 */
export function createCalls(app: ShopServer, shop: Shop, index: ProductIndex) {
  return async (request: FastifyRequest, { operation, agent, ofAddress, id, input, idempotencyKey }: ReadCall) => {
    const version = negotiateVersion(agent, ofAddress)
    const read = readInput(operation, input)
    if (operation.changes) await checkRate(shop, request)
    const limiter = operation.needsProcessor ? app.limiters.processor : app.limiters.calls
    const callerAddress = shop.config.hasRateLimits ? request.ip : undefined
    const context = { shop, index, version, shopUrl: shop.publicUrl(), callerAddress }
    const key = operation.changes && parseInput(IdempotencyKey, idempotencyKey)
    const answer = (inside: AgentContext) => answerCall(operation, inside, { id, input: read })
    return runLimited(limiter, request, () => {
      if (key === undefined) return answer(context)
      const call = { profile: agent.profile, key, operation: operation.name, id, input }
      return answerOnce(context, call, answer)
    })
  }
}
export type CarryOut = ReturnType<typeof createCalls>
