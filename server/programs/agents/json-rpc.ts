import { z } from 'zod'

import type { ShopError } from '#contract/api/errors.ts'

import { isDiscovery, protocolErrorBody } from '#server/programs/agents/protocol-errors.ts'

/** Source: the JSON-RPC 2.0 specification, section 5.1, and UCP's core specification, "Error Codes". */
export const RPC_CODES = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  protocol: -32_000,
  discovery: -32_001,
} as const

const rpcId = z.union([z.string().max(200), z.number(), z.null()])

/** One message. A notification has no id and is not answered. */
const RpcRequest = z.object({
  jsonrpc: z.literal('2.0'),
  id: rpcId.optional(),
  method: z.string().min(1).max(200),
  params: z.looseObject({}).optional(),
})
export type RpcRequest = z.output<typeof RpcRequest>
type RpcId = string | number | null

/** The message of a body; undefined for anything else, several messages in one list included. */
export const readMessage = (body: unknown): RpcRequest | undefined => RpcRequest.safeParse(body).data

/** The id of whatever was sent, for the answer to it. */
export const idOf = (body: unknown): RpcId =>
  rpcId.catch(null).parse(typeof body === 'object' && body !== null && 'id' in body ? body.id : null)

export const rpcResult = (id: RpcId, result: object) => ({ jsonrpc: '2.0' as const, id, result })

export const rpcError = (id: RpcId, code: number, message: string, data?: object) => ({
  jsonrpc: '2.0' as const,
  id,
  error: { code, message, ...(data && { data }) },
})

function rpcCodeOf(error: ShopError, isRead: boolean): number {
  if (isDiscovery(error)) return RPC_CODES.discovery
  if (error.code === 'internal') return RPC_CODES.internal
  if (error.status >= 500 || [401, 403, 409, 429].includes(error.status)) return RPC_CODES.protocol
  return isRead ? RPC_CODES.invalidParams : RPC_CODES.parseError
}

/** A failed call as an answer. `isRead` says that its body could be read. */
export function rpcFailure(id: RpcId, error: ShopError, { isRead, shopUrl }: { isRead: boolean; shopUrl: string }) {
  const { retryAfterSeconds } = error
  const data = {
    ...protocolErrorBody(error, shopUrl),
    ...(retryAfterSeconds !== undefined && { retry_after: Math.ceil(retryAfterSeconds) }),
  }
  return rpcError(id, rpcCodeOf(error, isRead), error.message, data)
}
