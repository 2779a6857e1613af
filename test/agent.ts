import type { startShop } from '#test/start-shop.ts'

import { endpointOf, NEWEST_VERSION, type ProtocolVersion } from '#server/programs/agents/protocol-versions.ts'

const PROFILE = 'https://agent.example/profile.json'

/** What the calls of an agent answer, as far as tests read it. */
export interface AgentAnswer {
  ucp: { version: string; status: string }
  id: string
  status: string
  line_items: { id: string; quantity: number; item: { id: string; title: string; price: number } }[]
  products: {
    id: string
    title: string
    categories: { value: string }[]
    price_range: { min: { amount: number } }
    tags?: string[]
    variants: { id: string; options: { label: string }[]; availability: { available: boolean } }[]
  }[]
  totals: { type: string; amount: number; display_text?: string }[]
  messages?: { type: string; code: string; content: string; severity?: string; path?: string }[]
  continue_url?: string
  expires_at: string
  order?: { id: string; permalink_url: string }
  pagination: { has_next_page: boolean; cursor?: string }
  code?: string
  content?: string
}

/** An agent that calls the shop by REST, and counts its calls. */
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
      return { status: answer.status, headers: answer.headers, body: (await answer.json()) as AgentAnswer }
    },
  }
}

/** The secret of the page to which an answer leads a person. */
export const tokenIn = ({ continue_url: url = '' }: AgentAnswer): string =>
  /\/chosen\/([\w-]{32})$/.exec(url)?.[1] ?? ''
