import type { startShop } from '#test/start-shop.ts'

import { expect } from 'vitest'

import { endpointOf, NEWEST_VERSION, type ProtocolVersion } from '#server/programs/agents/protocol-versions.ts'
import { ERROR_SCHEMA, schemaFaults } from '#test/ucp-schemas.ts'

const PROFILE = 'https://agent.example/profile.json'

/** What the calls of an agent answer, as far as tests read it. */
export interface AgentAnswer {
  ucp: { version: string; status: string }
  id: string
  status: string
  line_items: {
    id: string
    quantity: number
    item: { id: string; title: string; price: number }
    totals: { type: string; amount: number }[]
  }[]
  products: {
    id: string
    title: string
    categories: { value: string }[]
    price_range: { min: { amount: number } }
    tags?: string[]
    variants: {
      id: string
      options: { label: string }[]
      availability: { available: boolean }
      fulfillment?: { methods: object[] }
    }[]
  }[]
  totals: { type: string; amount: number; display_text?: string }[]
  discounts?: {
    codes: string[]
    applied: {
      code?: string
      title: string
      amount: number
      automatic?: boolean
      provisional?: boolean
      allocations: { path: string; amount: number }[]
    }[]
  }
  messages?: { type: string; code: string; content: string; severity?: string; path?: string }[]
  continue_url?: string
  expires_at: string
  order?: { id: string; permalink_url: string }
  pagination: { has_next_page: boolean; cursor?: string }
  code?: string
  content?: string
}

/** The protocol's own schema of what a call answers. */
const SCHEMAS: readonly (readonly [RegExp, string])[] = [
  [/^\/catalog\/search$/, 'shopping/catalog_search.json#/$defs/search_response'],
  [/^\/catalog\/lookup$/, 'shopping/catalog_lookup.json#/$defs/lookup_response'],
  [/^\/catalog\/product$/, 'shopping/catalog_lookup.json#/$defs/get_product_response'],
  [/^\/carts/, 'shopping/discount.json#/$defs/dev.ucp.shopping.cart'],
  [/^\/checkout-sessions/, 'shopping/discount.json#/$defs/dev.ucp.shopping.checkout'],
  [/^\/orders/, 'shopping/order.json'],
]

/** The same with the extension that the newest version alone has. */
const NEWEST_SCHEMAS: typeof SCHEMAS = [
  [/^\/catalog\/search$/, 'shopping/fulfillment.json#/$defs/fulfillment_search_response'],
  [/^\/catalog\/lookup$/, 'shopping/fulfillment.json#/$defs/fulfillment_lookup_response'],
  [/^\/catalog\/product$/, 'shopping/fulfillment.json#/$defs/fulfillment_get_product_response'],
]

/** Fails where an answer is not as the protocol's schema says. */
export function expectAsTheProtocolSays(version: ProtocolVersion, path: string, body: AgentAnswer): void {
  const schemas = version === NEWEST_VERSION ? [...NEWEST_SCHEMAS, ...SCHEMAS] : SCHEMAS
  const schema = schemas.find(([pattern]) => pattern.test(path))?.[1]
  const expected = body.ucp.status === 'error' ? ERROR_SCHEMA[version] : (schema ?? '')
  expect(schemaFaults(version, expected, body), `${version} ${path}`).toEqual([])
}

/** An agent that calls the shop by REST, counts its calls, and checks what was answered. */
export function createAgent({ origin }: Pick<Awaited<ReturnType<typeof startShop>>, 'origin'>, profile = PROFILE) {
  let calls = 0
  return {
    calls: () => calls,
    async call(
      method: 'GET' | 'POST' | 'PUT',
      path: string,
      body?: unknown,
      { version = NEWEST_VERSION, key }: { version?: ProtocolVersion; key?: string } = {},
    ) {
      calls += 1
      const answer = await fetch(`${origin}${endpointOf(version)}${path}`, {
        method,
        headers: {
          'ucp-agent': `profile="${profile}"`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const read = (await answer.json()) as AgentAnswer
      if (answer.ok) expectAsTheProtocolSays(read.ucp.version as ProtocolVersion, path, read)
      return { status: answer.status, headers: answer.headers, body: read }
    },
  }
}

/** The secret of the page to which an answer leads a person. */
export const tokenIn = ({ continue_url: url = '' }: AgentAnswer): string =>
  /\/chosen\/([\w-]{32})$/.exec(url)?.[1] ?? ''
