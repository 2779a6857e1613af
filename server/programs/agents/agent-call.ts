import type { z } from 'zod'

import type { ProductIndex } from '#server/catalogue/service.ts'
import type { Shop } from '#server/start/shop.ts'

import { NEWEST_VERSION, PROTOCOL_VERSIONS, type ProtocolVersion } from '#server/programs/agents/protocol-versions.ts'

/** What every call of an agent may use. */
export interface AgentContext {
  shop: Shop
  index: ProductIndex
  version: ProtocolVersion
  /** The origin of the shop, for the addresses in an answer. */
  shopUrl: string
  /** The IP address of the caller; undefined where nothing is counted by it. */
  callerAddress: string | undefined
}

export const CAPABILITIES = {
  search: 'dev.ucp.shopping.catalog.search',
  lookup: 'dev.ucp.shopping.catalog.lookup',
  cart: 'dev.ucp.shopping.cart',
  checkout: 'dev.ucp.shopping.checkout',
  order: 'dev.ucp.shopping.order',
} as const
export type Capability = keyof typeof CAPABILITIES

/** What extends some of them. Every agent is answered with it: one that does not know it passes over it. */
const EXTENSIONS = {
  discount: { of: ['cart', 'checkout'], versions: PROTOCOL_VERSIONS },
  fulfillment: { of: ['search', 'lookup'], versions: [NEWEST_VERSION] },
} as const satisfies Record<string, { of: readonly Capability[]; versions: readonly ProtocolVersion[] }>
type Extension = keyof typeof EXTENSIONS

/** Whether an extension is spoken in a version. */
export const speaks = (extension: Extension, version: ProtocolVersion): boolean =>
  EXTENSIONS[extension].versions.some((spoken) => spoken === version)

/** The extensions that are spoken in a version. */
export const extensionsIn = (version: ProtocolVersion) =>
  (Object.keys(EXTENSIONS) as Extension[])
    .filter((extension) => speaks(extension, version))
    .map((extension) => ({ extension, name: `dev.ucp.shopping.${extension}`, of: EXTENSIONS[extension].of }))

/** What an agent is told beside the answer itself. */
export interface Message {
  type: 'error' | 'warning' | 'info'
  code: string
  content: string
  /** Of the answer, as a JSONPath. */
  path?: string
  severity?: 'recoverable' | 'requires_buyer_input' | 'requires_buyer_review' | 'unrecoverable'
}

/** One call of the protocol. It is offered by REST and, under its name, as a tool of MCP. */
export interface Operation<Input extends z.ZodType = z.ZodType> {
  name: string
  rest: `${'GET' | 'POST' | 'PUT'} /${string}`
  summary: string
  capability: Capability
  /** The argument of the tool that holds the input; undefined where the id says everything. */
  argument?: 'catalog' | 'cart' | 'checkout'
  hasId: boolean
  input: Input
  /** REST status of success; 200 unless given. */
  status?: 201
  /**
   * True where it changes something: an Idempotency-Key makes it repeatable, and each network may do so many a minute.
   */
  changes?: true
  /** True where it needs the processor: it waits with pages and lists. */
  needsProcessor?: true
  /** The answer without its `ucp`. Throws a `ShopError` where the call cannot be carried out. */
  run(context: AgentContext, call: { id: string; input: z.output<Input> }): Promise<object>
}

export const operation = <Input extends z.ZodType>(definition: Operation<Input>): Operation => definition
