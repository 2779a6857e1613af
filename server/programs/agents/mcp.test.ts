import { afterAll, beforeAll, expect, test } from 'vitest'

import { OPERATIONS } from '#server/programs/agents/operations.ts'
import { addProduct } from '#test/factories.ts'
import { startShop } from '#test/start-shop.ts'
import { schemaFaults } from '#test/ucp-schemas.ts'

const META = { 'ucp-agent': { profile: 'https://agent.example/profile.json' } }

let shop: Awaited<ReturnType<typeof startShop>>
let shirt: Awaited<ReturnType<typeof addProduct>>
beforeAll(async () => {
  shop = await startShop()
  shirt = await addProduct(shop.db, { name: 'Checked shirt', sizes: { M: 3 } })
})
afterAll(() => shop.close())

interface Answer {
  id: unknown
  result?: { structuredContent?: Record<string, unknown>; content?: { text: string }[]; [more: string]: unknown }
  error?: { code: number; message: string; data?: { code?: string } }
}

async function send(body: unknown, path = '/ucp/mcp') {
  const answer = await fetch(`${shop.origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, body: (text === '' ? undefined : JSON.parse(text)) as Answer }
}

const rpc = (method: string, params?: object, path?: string) => send({ jsonrpc: '2.0', id: 7, method, params }, path)
const call = (name: string, args: object, path?: string) => rpc('tools/call', { name, arguments: args }, path)

test('a client that begins is told the version of MCP and what the shop can do, and nothing is remembered of it', async () => {
  const begun = await rpc('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x' } })
  expect(begun).toMatchObject({
    status: 200,
    body: { jsonrpc: '2.0', id: 7, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} } } },
  })
  const unknown = await rpc('initialize', { protocolVersion: '1999-01-01' })
  expect(unknown.body.result).toMatchObject({ protocolVersion: '2025-11-25' })
  expect(await send({ jsonrpc: '2.0', method: 'notifications/initialized' })).toEqual({ status: 202, body: undefined })
  expect((await rpc('ping')).body.result).toEqual({})
})

test('every call of the protocol is a tool, with what it takes', async () => {
  const { body } = await rpc('tools/list')
  const tools = body.result?.tools as { name: string; inputSchema: { type: string; required: string[] } }[]
  expect(tools.map(({ name }) => name)).toEqual(OPERATIONS.map(({ name }) => name))
  for (const { inputSchema } of tools) {
    expect(inputSchema).toMatchObject({ type: 'object', required: expect.arrayContaining(['meta']) })
  }
})

test('a tool answers as its call does by REST, as content and as text', async () => {
  const { status, body } = await call('search_catalog', { meta: META, catalog: { query: 'checked shirt' } })
  expect(status).toBe(200)
  expect(schemaFaults('2026-08-25', 'transports/mcp_tool_call.json#/$defs/response', body)).toEqual([])
  const { structuredContent, content } = body.result ?? {}
  expect(structuredContent).toMatchObject({ ucp: { version: '2026-08-25' }, products: [{ id: shirt.id }] })
  expect(JSON.parse(content?.[0]?.text ?? '')).toEqual(structuredContent)
  const older = await call('get_product', { meta: META, catalog: { id: shirt.id } }, '/ucp/2026-04-08/mcp')
  expect(older.body.result?.structuredContent).toMatchObject({ ucp: { version: '2026-04-08' } })
  const none = await call('get_product', { meta: META, catalog: { id: 'none' } })
  expect(none.body.result?.structuredContent).toMatchObject({ ucp: { status: 'error' } })
})

const QUERY = { query: 'shirt' }
const FAULTS = [
  ['no JSON', '{"jsonrpc":', 400, -32_700],
  ['a list of messages', [{ jsonrpc: '2.0', id: 1, method: 'ping' }], 400, -32_600],
  ['another version of JSON-RPC', { jsonrpc: '1.0', id: 1, method: 'ping' }, 400, -32_600],
  ['a method that is not there', { jsonrpc: '2.0', id: 1, method: 'resources/list' }, 200, -32_601],
  ['a tool that is not there', ['buy_everything', { meta: META }], 400, -32_602],
  ['a tool named __proto__', ['__proto__', { meta: META }], 400, -32_602],
  ['arguments of another type', ['search_catalog', 'shirt'], 400, -32_602],
  ['input of another type', ['search_catalog', { meta: META, catalog: 'shirt' }], 400, -32_602],
  ['no input', ['search_catalog', { meta: META }], 400, -32_602],
  ['too many ids', ['lookup_catalog', { meta: META, catalog: { ids: Array(60).fill('x') } }], 400, -32_602],
  ['no agent', ['search_catalog', { catalog: QUERY }], 400, -32_001],
  [
    'a version that is not spoken',
    ['search_catalog', { meta: { 'ucp-agent': { ...META['ucp-agent'], version: '1999-01-01' } }, catalog: QUERY }],
    422,
    -32_001,
  ],
] as const

test.each(FAULTS)('%s is answered as an error of JSON-RPC', async (_, sent, status, code) => {
  const [name, args] = Array.isArray(sent) ? sent : []
  const answer = typeof name === 'string' ? await call(name, args as object) : await send(sent)
  expect(answer).toMatchObject({
    status,
    body: { jsonrpc: '2.0', error: { code, message: expect.stringMatching(/\S/) } },
  })
  expect(schemaFaults('2026-08-25', 'transports/jsonrpc.json#/$defs/error_response', answer.body)).toEqual([])
})

test('there is no stream and no session to end', async () => {
  for (const method of ['GET', 'DELETE']) {
    const answer = await fetch(`${shop.origin}/ucp/mcp`, { method })
    expect({ method, status: answer.status, allow: answer.headers.get('allow') }).toEqual({
      method,
      status: 405,
      allow: 'POST',
    })
  }
})
