import type { FastifyReply, FastifyRequest } from 'fastify'

import type { CarryOut } from '#server/programs/agents/call-routes.ts'
import type { ProtocolVersion } from '#server/programs/agents/protocol-versions.ts'
import type { RpcRequest } from '#server/programs/agents/json-rpc.ts'
import type { ShopServer } from '#server/http/server.ts'

import { ShopError } from '#contract/api/errors.ts'
import { idOf, readMessage, RPC_CODES, rpcError, rpcResult } from '#server/programs/agents/json-rpc.ts'
import { listTools, readToolCall } from '#server/programs/agents/tools.ts'
import { definitionOf } from '#server/programs/agents/call-routes.ts'
import { JSON_TYPE } from '#server/http/route.ts'

/** The versions of MCP whose messages are what the shop answers, the newest first. */
const MCP_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'] as const

const NO_MESSAGE = 'Please send one JSON-RPC 2.0 message.'

/** What a client is told at its beginning. Nothing is remembered of it: each call stands for itself. */
function greet(params: RpcRequest['params'], shopName: string): object {
  const asked = params?.protocolVersion
  return {
    protocolVersion: MCP_VERSIONS.find((version) => version === asked) ?? MCP_VERSIONS[0],
    capabilities: { tools: {} },
    serverInfo: { name: shopName, version: '1.0.0' },
    instructions:
      'Search for products, then create a checkout with the ids of sizes that are in stock. Give the person its continue_url: they sign in and pay there.',
  }
}

async function callTool(request: FastifyRequest, params: unknown, version: ProtocolVersion, carryOut: CarryOut) {
  const { status: _, body } = await carryOut(request, { ...readToolCall(params), ofAddress: version })
  return { structuredContent: body, content: [{ type: 'text', text: JSON.stringify(body) }] }
}

const sendJson = (reply: FastifyReply, status: number, body: object) =>
  reply.code(status).type(JSON_TYPE).send(JSON.stringify(body))

const DEFINITION = definitionOf('POST', '/mcp', 'A message of MCP')

/** The protocol's MCP binding: JSON-RPC by POST, one message a call, without sessions and streams. */
export function registerMcp(
  app: ShopServer,
  version: ProtocolVersion,
  carryOut: CarryOut,
  shopName: () => string,
): void {
  app.post('/mcp', { config: { definition: DEFINITION } }, async (request, reply) => {
    const message = readMessage(request.body)
    if (!message) return sendJson(reply, 400, rpcError(idOf(request.body), RPC_CODES.invalidRequest, NO_MESSAGE))
    const { id, method, params } = message
    if (id === undefined) return reply.code(202).send()
    switch (method) {
      case 'initialize':
        return sendJson(reply, 200, rpcResult(id, greet(params, shopName())))
      case 'ping':
        return sendJson(reply, 200, rpcResult(id, {}))
      case 'tools/list':
        return sendJson(reply, 200, rpcResult(id, { tools: listTools() }))
      case 'tools/call':
        return sendJson(reply, 200, rpcResult(id, await callTool(request, params, version, carryOut)))
      default:
        return sendJson(reply, 200, rpcError(id, RPC_CODES.methodNotFound, `There is no method ${method}.`))
    }
  })
  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    handler: (_, reply) => {
      reply.header('allow', 'POST')
      throw new ShopError('invalid', NO_MESSAGE, { status: 405 })
    },
  })
}
