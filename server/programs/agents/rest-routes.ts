import type { HTTPMethods } from 'fastify'

import type { CarryOut } from '#server/programs/agents/call-routes.ts'
import type { ProtocolVersion } from '#server/programs/agents/protocol-versions.ts'
import type { ShopServer } from '#server/http/server.ts'

import { definitionOf } from '#server/programs/agents/call-routes.ts'
import { agentOfHeader } from '#server/programs/agents/negotiate-version.ts'
import { OPERATIONS } from '#server/programs/agents/operations.ts'
import { JSON_TYPE } from '#server/http/route.ts'

/** The calls of the protocol's REST binding, below the address that the profile names. */
export function registerRest(app: ShopServer, version: ProtocolVersion, carryOut: CarryOut): void {
  for (const operation of OPERATIONS) {
    const [method, url] = operation.rest.split(' ') as [HTTPMethods, string]
    app.route<{ Params: { id?: string } }>({
      method,
      url,
      config: { definition: definitionOf(method, url, operation.summary) },
      handler: async (request, reply) => {
        const { headers } = request
        const { status, body } = await carryOut(request, {
          operation,
          agent: agentOfHeader(String(headers['ucp-agent'] ?? '')),
          ofAddress: version,
          id: request.params.id ?? '',
          input: request.body,
          idempotencyKey: headers['idempotency-key']?.toString(),
        })
        return reply.code(status).type(JSON_TYPE).send(JSON.stringify(body))
      },
    })
  }
}
