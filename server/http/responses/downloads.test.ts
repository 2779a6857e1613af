import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import type { ApiDocument } from '#server/http/openapi/openapi-document.ts'
import type { JsonSchema } from '#server/http/openapi/openapi-schemas.ts'

import { Gstr1 } from '#contract/tax/gstr1.ts'
import { PersonalData } from '#contract/accounts/personal-data.ts'
import { readPdf } from '#test/read-pdf.ts'
import { signedIn } from '#test/purchase.ts'
import { furnish, sampleCalls, send, type Call } from '#test/sample-calls.ts'
import { setSettings } from '#test/set-settings.ts'
import { startShop } from '#test/start-shop.ts'

vi.setConfig({ testTimeout: 120_000 })

let shop: Awaited<ReturnType<typeof startShop>>
let api: ApiDocument
let calls: Call[]
let cookies: ReadonlyMap<string, string>
beforeAll(async () => {
  shop = await startShop()
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
  const furnished = await furnish(shop)
  api = await (await shop.visitor().fetch('/api/openapi.json')).json()
  calls = (await sampleCalls(shop, furnished)).filter(({ operation }) => !operation['x-changes'])
  const admin = await signedIn(shop, 'admin')
  cookies = new Map([...furnished.owner.cookies, ...admin.cookies])
})
afterAll(() => shop.close())

type Content = Record<string, { schema: JsonSchema }>

const contentOf = ({ operation }: Call): Content => {
  const success = operation.responses[200]
  return success && 'content' in success ? success.content : {}
}

function resolved({ $ref, ...schema }: JsonSchema): JsonSchema {
  return $ref === undefined ? schema : resolved(api.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {})
}

const typesOf = ({ type, anyOf = [] }: JsonSchema): string[] =>
  [type ?? anyOf.flatMap((one) => typesOf(resolved(one)))].flat()

const kindOf = (value: unknown) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)

/** What of an answer is not as its schema says. */
function faultsOf(schema: JsonSchema, value: unknown): string[] {
  const isOf = (types: string[], one: unknown) =>
    types.length === 0 || typeof one === 'number' || types.includes(kindOf(one))
  if (!isOf(typesOf(schema), value)) return [kindOf(value)]
  if (kindOf(value) !== 'object') return []
  const answered = value as Record<string, unknown>
  const missing = (schema.required ?? []).filter((name) => !(name in answered))
  const others = Object.entries(schema.properties ?? {}).filter(
    ([name, described]) => name in answered && !isOf(typesOf(resolved(described)), answered[name]),
  )
  return [...missing, ...others.map(([name]) => name)]
}

const BYTES = { type: 'string', format: 'binary' }

/** Reads a body of each media type, and throws if it is not what its type says. */
const READERS: Record<string, (body: Buffer) => Promise<unknown>> = {
  'application/pdf': async (body) => readPdf(body),
  'application/zip': async (body) => expect(body.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004'),
  'text/csv': async (body) => expect(parse(body, { bom: true, relax_column_count: true }).length).toBeGreaterThan(0),
  'text/html': async (body) => expect(body.toString()).toMatch(/^<!doctype html>/i),
  'text/event-stream': async () => undefined,
  'image/avif': (body) => sharp(body).metadata(),
  'image/webp': (body) => sharp(body).metadata(),
  'image/jpeg': (body) => sharp(body).metadata(),
}

test('each answer has one of the media types that are described, and can be read as it', async () => {
  const seen = new Set<string>()
  for (const call of calls) {
    const { statusCode: status, headers, rawPayload, payload } = await send(shop, call, cookies)
    // Of some calls, what is asked for is not there in this shop.
    const isThere = status === 200
    const content = contentOf(call)
    const type = isThere ? (String(headers['content-type']).split(';', 1)[0] ?? '') : ''
    const schema = resolved(content[type]?.schema ?? {})
    const isJson = type === 'application/json'
    const described = isThere && !isJson ? schema : undefined
    const right = type.startsWith('text/') ? { type: 'string' } : BYTES
    const faults = isJson ? faultsOf(schema, JSON.parse(payload)) : []
    expect({ name: call.name, status, type, faults, described }).toEqual({
      name: call.name,
      status: expect.toBeOneOf([200, 400, 404]),
      type: expect.toBeOneOf(isThere ? Object.keys(content) : ['']),
      faults: [],
      described: described && right,
    })
    await READERS[type]?.(rawPayload)
    seen.add(type)
  }
  const types = ['application/json', 'application/pdf', 'application/zip', 'text/csv', 'text/html']
  expect([...seen]).toEqual(expect.arrayContaining(types))
})

test('a picture is described in each of its formats', () => {
  const pictures = calls.filter((call) => Object.keys(contentOf(call)).some((type) => type.startsWith('image/')))
  expect(pictures.length).toBeGreaterThanOrEqual(2)
  for (const call of pictures) {
    expect(contentOf(call)).toEqual({
      'image/avif': { schema: BYTES },
      'image/webp': { schema: BYTES },
      'image/jpeg': { schema: BYTES },
    })
  }
})

test('the downloads that are JSON have the shape that is described', async () => {
  const download = async (wanted: string) =>
    (
      await send(
        shop,
        calls.find(({ name }) => name === wanted)!,
        cookies,
      )
    ).json<unknown>()
  expect(PersonalData.parse(await download('GET /users/data')).orders.length).toBe(2)
  expect(Gstr1.parse(await download('GET /admin/tax/gstr1')).gstin).toBe('29AAGCB7383J1Z4')
})
