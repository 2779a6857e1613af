import type { z } from 'zod'

import type { AnyRouteDefinition, Audience } from '#server/http/route.ts'

import { ERROR_STATUS, type ErrorCode } from '#contract/errors.ts'
import { createSchemas, type JsonSchema } from '#server/http/openapi-schemas.ts'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: JsonSchema
}

interface Content {
  [mediaType: string]: { schema: JsonSchema }
}

interface Answer {
  description: string
  content: Content
}

export interface Operation {
  operationId: string
  tags: string[]
  summary: string
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  /** The successful answer in full; each error as a reference to the description that all calls share. */
  responses: Record<string, Answer | { $ref: string }>
  security: Record<string, string[]>[]
  'x-audience': Audience
  /** True if it changes something: requests from other sites are then refused, also with the method GET. */
  'x-changes': boolean
}

export interface ApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, Answer>
    securitySchemes: Record<string, object>
  }
}

interface ApiFacts {
  shopName: string
  version: string
  /** Names of the session cookies. */
  cookies: { customer: string; admin: string }
}

const JSON_TYPE = 'application/json'

const STATUS_MEANINGS = {
  400: 'What was sent cannot be used; `fields` names what is wrong.',
  401: 'Nobody is signed in, or the pair is wrong.',
  403: 'Not allowed, or the request comes from elsewhere.',
  404: 'Missing, or not yours.',
  409: 'The state that was meant is no longer there.',
  413: 'Too large.',
  415: 'Another media type than this call takes.',
  429: 'Too many calls; `Retry-After` says in how many seconds to come back.',
  500: 'A fault of the shop; `requestId` helps to find it.',
  503: 'The shop, or something that it needs, does not answer just now.',
} as const

const SECURITY: Record<Audience, Record<string, string[]>[]> = {
  public: [],
  customer: [{ customerSession: [] }],
  admin: [{ adminSession: [] }],
  provider: [{ providerSignature: [] }],
}

const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['message', 'error', 'code'],
  additionalProperties: false,
  properties: {
    message: { type: 'string' },
    error: { type: 'string', description: 'The same sentence as `message`.' },
    code: { type: 'string', enum: Object.keys(ERROR_STATUS) },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'A sentence for each faulty field.',
    },
    requestId: { type: 'string', description: 'Only with the code `internal`.' },
  },
}

const ERROR_CONTENT: Content = { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Error' } } }

/** True for a call that changes something, whatever its method. */
export const isChanging = ({ changes, method }: AnyRouteDefinition): boolean => changes ?? method !== 'GET'

function errorStatuses(definition: AnyRouteDefinition): (keyof typeof STATUS_MEANINGS)[] {
  const { audience, params, query, body, form, callsPerMinute, errors = [] } = definition
  const codes = new Set<ErrorCode>([...errors, 'internal', 'unavailable'])
  if (params ?? query ?? body ?? form) codes.add('invalid')
  if (audience === 'customer' || audience === 'admin') codes.add('unauthenticated')
  if (audience === 'admin' || (isChanging(definition) && audience !== 'provider')) codes.add('forbidden')
  if (callsPerMinute !== undefined) codes.add('rate_limited')
  const statuses = new Set<keyof typeof STATUS_MEANINGS>([...codes].map((code) => ERROR_STATUS[code]))
  if (body ?? form) statuses.add(413).add(415)
  return [...statuses].toSorted((a, b) => a - b)
}

/** `/order/:userid/:orderid` → `/order/{userid}/{orderid}`. */
const pathOf = ({ path }: AnyRouteDefinition) => path.replaceAll(/:(\w+)/g, '{$1}')

const nameOf = ({ method, path }: AnyRouteDefinition) =>
  [String(method).toLowerCase(), ...path.split('/').filter(Boolean)].join('_').replaceAll(/[^\w]/g, '')

const OWN_PATHS = ['/openapi.json', '/docs']
const tagOf = ({ path }: AnyRouteDefinition) => (OWN_PATHS.includes(path) ? 'description' : (path.split('/')[1] ?? ''))

/** The description of the API (OpenAPI 3.1), made from the same definitions that check requests and answers. */
export function describeApi(
  definitions: readonly AnyRouteDefinition[],
  { shopName, version, cookies }: ApiFacts,
): ApiDocument {
  const { components, describeSent, describeAnswer, describeFields } = createSchemas()

  function describeParameters({ params, query }: AnyRouteDefinition): Parameter[] {
    const from = (place: 'path' | 'query', fields: z.ZodType | undefined) =>
      fields
        ? describeFields(fields).map(({ name, isRequired, schema }) => ({
            name,
            in: place,
            required: isRequired,
            schema,
          }))
        : []
    return [...from('path', params), ...from('query', query)]
  }

  function describeForm({ fields, files }: NonNullable<AnyRouteDefinition['form']>): JsonSchema {
    const { properties, required = [], ...schema } = describeSent(fields)
    const file = { type: 'string', format: 'binary' }
    return {
      ...schema,
      properties: { ...properties, [files]: { type: 'array', items: file } },
      required: [...required, files],
    }
  }

  function describeBody({ body, form }: AnyRouteDefinition): Operation['requestBody'] {
    if (form) return { required: true, content: { 'multipart/form-data': { schema: describeForm(form) } } }
    if (!body) return undefined
    return {
      required: !body.safeParse(undefined).success,
      content: { [JSON_TYPE]: { schema: describeSent(body) } },
    }
  }

  function describeCall(definition: AnyRouteDefinition): Operation {
    const { audience, summary, status = 200, answer, answerType = JSON_TYPE } = definition
    const parameters = describeParameters(definition)
    const requestBody = describeBody(definition)
    const errors = errorStatuses(definition).map((each): [number, { $ref: string }] => [
      each,
      { $ref: `#/components/responses/${each}` },
    ])
    return {
      operationId: nameOf(definition),
      tags: [tagOf(definition)],
      summary,
      ...(parameters.length > 0 && { parameters }),
      ...(requestBody && { requestBody }),
      responses: {
        [status]: { description: 'Success.', content: { [answerType]: { schema: describeAnswer(answer) } } },
        ...Object.fromEntries(errors),
      },
      security: SECURITY[audience],
      'x-audience': audience,
      'x-changes': isChanging(definition),
    }
  }

  const paths: ApiDocument['paths'] = {}
  for (const definition of definitions) {
    const path = pathOf(definition)
    paths[path] = { ...paths[path], [String(definition.method).toLowerCase()]: describeCall(definition) }
  }
  const cookie = (name: string) => ({ type: 'apiKey', in: 'cookie', name })
  return {
    openapi: '3.1.0',
    info: {
      title: `${shopName} API`,
      version,
      description:
        'The calls of the shop. Money is rupees as a number with at most two decimals, times are ISO 8601 UTC, ids are opaque.',
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(definitions.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { ...components, Error: ERROR_SCHEMA },
      responses: Object.fromEntries(
        Object.entries(STATUS_MEANINGS).map(([status, description]) => [
          status,
          { description, content: ERROR_CONTENT },
        ]),
      ),
      securitySchemes: {
        customerSession: cookie(cookies.customer),
        adminSession: cookie(cookies.admin),
        providerSignature: { type: 'apiKey', in: 'header', name: 'X-Razorpay-Signature' },
      },
    },
  }
}
