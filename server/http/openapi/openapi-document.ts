import type { z } from 'zod'

import type { RouteDefinition, Audience } from '#server/http/route-definition.ts'

import { ERROR_STATUS, type ErrorCode } from '#contract/api/errors.ts'
import { RECENT_PASSWORD_MINUTES } from '#contract/accounts/password-limits.ts'
import { scopesFor } from '#contract/accounts/key-scopes.ts'
import { createSchemas, type JsonSchema } from '#server/http/openapi/openapi-schemas.ts'

type Content = Record<string, { schema: JsonSchema }>

interface Answer {
  description: string
  content: Content
}

export type ApiDocument = ReturnType<typeof describeApi>
/** One call of the API, as the document describes it. */
export type Operation = ApiDocument['paths'][string][string]

interface ApiFacts {
  shopName: string
  version: string
  /** Names of the session cookies. */
  cookies: { customer: string; admin: string }
}

const JSON_TYPE = 'application/json'

const STATUS_MEANINGS = {
  400: 'What was sent cannot be used; `fields` names what is wrong.',
  401: 'Nobody is signed in, the pair is wrong, or the key does not work.',
  403: `Not allowed, or the request comes from elsewhere. With the code \`password_needed\` an administrator’s password is asked for again: after \`POST /admin/confirm-password\` the same call goes through for ${RECENT_PASSWORD_MINUTES} minutes. With \`confirmation_needed\` the customer has to confirm the e-mail address first.`,
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

/** How a caller of this call can prove who they are. A program's key needs one of the scopes that stand beside it. */
function securityOf({ audience, method, path }: RouteDefinition): Record<string, string[]>[] {
  const scopes = audience === 'admin' ? scopesFor(`${String(method)} ${path}`) : []
  return scopes.length > 0 ? [...SECURITY[audience], { key: scopes }] : SECURITY[audience]
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
    requestId: { type: 'string', description: 'With 500 and 503, where the log has a line with this id.' },
  },
}

const isChanging = ({ changes, method }: RouteDefinition): boolean => changes ?? method !== 'GET'

function errorStatuses(definition: RouteDefinition): (keyof typeof STATUS_MEANINGS)[] {
  const { audience, params, query, body, form, callsPerMinute, errors = [] } = definition
  const codes = new Set<ErrorCode>([...errors, 'internal', 'unavailable'])
  if (params ?? query ?? body ?? form) codes.add('invalid')
  if (audience === 'customer' || audience === 'admin') codes.add('unauthenticated')
  if (audience === 'admin' || (isChanging(definition) && audience !== 'provider')) codes.add('forbidden')
  if (callsPerMinute !== undefined || securityOf(definition).length > 1) codes.add('rate_limited')
  const statuses = new Set<keyof typeof STATUS_MEANINGS>([...codes].map((code) => ERROR_STATUS[code]))
  if (body ?? form) statuses.add(413).add(415)
  return [...statuses].toSorted((a, b) => a - b)
}

/** `/order/:userid/:orderid` → `/order/{userid}/{orderid}`. */
const pathOf = ({ path }: RouteDefinition) => path.replaceAll(/:(\w+)/g, '{$1}')

const nameOf = ({ method, path }: RouteDefinition) =>
  [String(method).toLowerCase(), ...path.split('/').filter(Boolean)].join('_').replaceAll(/[^\w]/g, '')

const OWN_PATHS = ['/openapi.json', '/docs']
const tagOf = ({ path }: RouteDefinition) => (OWN_PATHS.includes(path) ? 'description' : (path.split('/')[1] ?? ''))

/** The description of the API (OpenAPI 3.1), made from the same definitions that check requests and answers. */
export function describeApi(definitions: readonly RouteDefinition[], { shopName, version, cookies }: ApiFacts) {
  const { components, describeSent, describeAnswer } = createSchemas()

  function parametersIn(place: 'path' | 'query', fields: z.ZodType | undefined) {
    const { properties = {}, required = [] } = fields ? describeSent(fields) : {}
    return Object.entries(properties).map(([name, schema]) => ({
      name,
      in: place,
      required: required.includes(name),
      schema,
    }))
  }

  function describeForm({ fields, files }: NonNullable<RouteDefinition['form']>): JsonSchema {
    const { properties, required = [], ...schema } = describeSent(fields)
    const file = { type: 'string', format: 'binary' }
    return {
      ...schema,
      properties: { ...properties, [files]: { type: 'array', items: file } },
      required: [...required, files],
    }
  }

  function describeBody({ body, form }: RouteDefinition): { required: boolean; content: Content } | undefined {
    if (form) return { required: true, content: { 'multipart/form-data': { schema: describeForm(form) } } }
    if (!body) return undefined
    return { required: !body.safeParse(undefined).success, content: { [JSON_TYPE]: { schema: describeSent(body) } } }
  }

  function describeContent(type: string, answer: z.ZodType): [string, { schema: JsonSchema }] {
    if (type === JSON_TYPE) return [type, { schema: describeAnswer(answer) }]
    return [type, { schema: type.startsWith('text/') ? { type: 'string' } : { type: 'string', format: 'binary' } }]
  }

  function describeCall(definition: RouteDefinition) {
    const { params, query, audience, summary, status = 200, answer, answerType = JSON_TYPE } = definition
    const { asksPassword, maxEntries } = definition
    const types = [answerType].flat()
    const parameters = [...parametersIn('path', params), ...parametersIn('query', query)]
    const requestBody = describeBody(definition)
    /** The successful answer in full; each error as a reference to the description that all calls share. */
    const responses: Record<string, Answer | { $ref: string }> = {
      [status]: {
        description: 'Success.',
        content: Object.fromEntries(types.map((type) => describeContent(type, answer))),
      },
    }
    for (const error of errorStatuses(definition)) responses[error] = { $ref: `#/components/responses/${error}` }
    return {
      operationId: nameOf(definition),
      tags: [tagOf(definition)],
      summary,
      ...(parameters.length > 0 && { parameters }),
      ...(requestBody && { requestBody }),
      responses,
      security: securityOf(definition),
      'x-audience': audience,
      /** How many names and list items the body may hold, where that is more than for other calls. */
      ...(maxEntries !== undefined && { 'x-max-entries': maxEntries }),
      /** Whether it needs a recent password: `always`, or `sometimes` by what is asked for. */
      ...(asksPassword && { 'x-asks-password': asksPassword }),
      /** True if it changes something: requests from other sites are then refused, also with the method GET. */
      'x-changes': isChanging(definition),
    }
  }

  const paths: Record<string, Record<string, ReturnType<typeof describeCall>>> = {}
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
      schemas: { ...components, Error: ERROR_SCHEMA } as Record<string, JsonSchema>,
      responses: Object.fromEntries(
        Object.entries(STATUS_MEANINGS).map(([status, description]): [string, Answer] => [
          status,
          { description, content: { [JSON_TYPE]: { schema: { $ref: '#/components/schemas/Error' } } } },
        ]),
      ),
      securitySchemes: {
        customerSession: cookie(cookies.customer),
        adminSession: cookie(cookies.admin),
        key: {
          type: 'http',
          scheme: 'bearer',
          description:
            'The key of a program, which an owner makes at `/admin/keys`. It opens the calls of its areas alone, and cookies beside it do not count.',
        },
        providerSignature: { type: 'apiKey', in: 'header', name: 'X-Razorpay-Signature' },
      },
    },
  }
}
