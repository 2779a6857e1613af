import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

import type { ProductIndex } from '#server/catalogue/service.ts'
import type { Shop } from '#server/start/shop.ts'
import type { ShopServer } from '#server/http/server.ts'

import type { ShopError } from '#contract/api/errors.ts'
import { createCalls } from '#server/programs/agents/call-routes.ts'
import { idOf, rpcFailure } from '#server/programs/agents/json-rpc.ts'
import { registerMcp } from '#server/programs/agents/mcp-routes.ts'
import { registerProfile } from '#server/programs/agents/profile-routes.ts'
import { protocolErrorBody, unsupportedVersion } from '#server/programs/agents/protocol-errors.ts'
import { endpointOf, PROTOCOL_VERSIONS } from '#server/programs/agents/protocol-versions.ts'
import { registerRest } from '#server/programs/agents/rest-routes.ts'
import { notFound } from '#server/errors.ts'
import { answerError } from '#server/http/error-handler.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/**
 * Every failure in the form of the protocol: an error of JSON-RPC where that was spoken, else a code and a sentence.
 */
function answerFailure(error: FastifyError | ShopError, request: FastifyRequest, reply: FastifyReply, shopUrl: string) {
  const isRpc = request.routeOptions.url?.endsWith('/mcp') && request.method === 'POST'
  const isRead = request.body !== undefined
  answerError(error, request, reply, (failure) =>
    isRpc ? rpcFailure(idOf(request.body), failure, { isRead, shopUrl }) : protocolErrorBody(failure, shopUrl),
  )
}

/**
 * The shop for programs that buy for people, by the Universal Commerce Protocol: its profile, and its calls by REST and
 * MCP. Outside of `/api`, because the protocol says what they take and answer. They carry no cookie and open no
 * session.
 */
export function registerAgents(app: ShopServer, shop: Shop, index: ProductIndex): void {
  const isOff = () => !shop.settings.current().speaksToAgents
  const whileOn = async () => {
    if (isOff()) throw notFound('Address')
  }
  registerProfile(app, shop, whileOn)
  void app.register(
    async (agents) => {
      agents.addHook('onRequest', async (_, reply) => {
        reply.header('cache-control', 'no-store')
        await whileOn()
      })
      agents.setErrorHandler<FastifyError | ShopError>((error, request, reply) =>
        answerFailure(error, request, reply, shop.publicUrl()),
      )
      const carryOut = createCalls(app, shop, index)
      const shopName = () => shop.settings.current().shopName
      for (const version of PROTOCOL_VERSIONS) {
        void agents.register(
          async (spoken) => {
            registerRest(spoken, version, carryOut)
            registerMcp(spoken, version, carryOut, shopName)
          },
          { prefix: endpointOf(version).slice('/ucp'.length) },
        )
      }
      agents.route<{ Params: { '*': string } }>({
        method: [...METHODS],
        url: '/*',
        handler: ({ params }) => {
          const [version = ''] = params['*'].split('/')
          throw /^\d{4}-\d{2}-\d{2}$/.test(version) ? unsupportedVersion(version) : notFound('Address')
        },
      })
    },
    { prefix: '/ucp' },
  )
}
