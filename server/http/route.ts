import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { z } from 'zod'

import type { ErrorCode, FieldErrors } from '#contract/errors.ts'
import type { ShopServer } from '#server/http/server.ts'
import type { Limiter } from '#server/http/concurrency-limiter.ts'
import type { ListPage } from '#server/db/pagination.ts'

import { callerOf, type Limiters } from '#server/http/concurrency-limits.ts'
import { isInProcess, type Identity } from '#server/http/guards.ts'
import { MAX_ERROR_FIELDS } from '#server/http/request-limits.ts'
import { validationMessage } from '#server/http/validation-message.ts'
import { invalid } from '#server/errors.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * Who may call a route. `customer` and `admin` need that session; `public` needs none; `provider` proves itself by a
 * signature that the handler checks.
 */
export type Audience = 'public' | 'customer' | 'admin' | 'provider'

/** Method and path below `/api`, such as `GET /products/product/:id`. */
type RouteName = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`

/** What a route takes and answers, declared where it is registered. The API's description is generated from it. */
export interface RouteOptions<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> {
  audience: Audience
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** How many names and list items the body may hold; `MAX_BODY_ENTRIES` unless given. */
  maxEntries?: number
  answer: Answer
  /** Status of success; 200 unless given. */
  status?: number
  /** True for a GET that changes something, so that it is guarded like any other change. */
  changes?: boolean
  /** The sentence for a signed-out caller, where the specification has one of its own. */
  signedOut?: string
  /** True if signed-out visitors call this in ordinary use: their 401 is no security event. */
  isAskedSignedOut?: boolean
  /**
   * An administrator who has neither signed in nor given the password within `RECENT_PASSWORD_MINUTES` gets `password_needed`. With 'sometimes'
   * it depends on what is asked for, and the handler calls `requireRecentPassword`.
   */
  asksPassword?: 'always' | 'sometimes'
  /** Where the call waits when the shop is busy; `calls` unless given. 'none' is for work with a limiter of its own and for calls that take long. */
  limiter?: keyof Limiters | 'none'
  /** The call makes a document or a file: it waits its turn in `processor` to begin, and holds no place there afterwards. */
  makesFile?: boolean
  /** Most calls from one address or one account within a minute; the code 429 follows. */
  callsPerMinute?: number
  /** A multipart body, which the handler reads: its text fields, and the name of the field for files. */
  form?: { fields: z.ZodType; files: string }
  /**
   * Media type of an answer that the handler sends itself, or several, one of which it chooses. Of JSON, `answer` is the schema; any other
   * is described as text or as bytes.
   */
  answerType?: string | readonly string[]
  /** Errors beyond those that follow from the other fields, such as `invalid` for a call with a body. */
  errors?: readonly ErrorCode[]
}

interface Call<Params, Query, Body> {
  params: Params
  query: Query
  body: Body
  /** The user of the session; present for the audiences `customer` and `admin`. */
  user: Identity
  request: FastifyRequest
  reply: FastifyReply
}

/** The tags of what a call has changed: always the same, or by what it was asked and what it answers. */
type Outdates<Params, Query, Body, Answer> =
  | readonly string[]
  | ((done: Pick<Call<Params, Query, Body>, 'params' | 'query' | 'body'> & { answer: Answer }) => readonly string[])

/** The options of a route with its name in two parts. */
export interface RouteDefinition extends RouteOptions<z.ZodType, z.ZodType, z.ZodType, z.ZodType> {
  method: HTTPMethods
  path: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    definition?: RouteDefinition
    limiter?: Limiter | undefined
  }
}

/** No key of an error names a password or a session; the sentence says what is wrong. */
const isNameable = (name: string) => name !== '' && !/password|hash|salt|session/i.test(name)

/** Parses a value by its schema. Throws `invalid` with the first sentence and one sentence for each of the first faulty fields. */
export function parseInput<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value, { error: validationMessage })
  if (result.success) return result.data
  const fields: FieldErrors = {}
  for (const issue of result.error.issues.slice(0, MAX_ERROR_FIELDS)) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, MAX_ERROR_FIELDS) : [issue.path.join('.')]
    for (const name of names) if (isNameable(name) && !Object.hasOwn(fields, name)) fields[name] = issue.message
  }
  const message = result.error.issues[0]?.message ?? 'The request could not be read.'
  throw invalid(message, Object.keys(fields).length > 0 ? fields : undefined)
}

/** The items of one page as the answer. The number of items on all pages goes into X-Total-Count. */
export function withTotalCount<Item>(reply: FastifyReply, { items, total }: ListPage<Item>): Item[] {
  reply.header('x-total-count', String(total))
  return items
}

function limiterOf(app: ShopServer, { limiter, form, answerType }: RouteDefinition): Limiter | undefined {
  const name = limiter ?? (form || answerType !== undefined ? 'none' : 'calls')
  return name === 'none' ? undefined : app.limiters[name]
}

/**
 * Runs the work of a call in its limiter. The calls of a page that is rendered here need none: the page has its own. The work is
 * not begun for a caller that has gone, unless others wait for the same answer (`isAwaited`).
 */
export function runLimited<Result>(
  limiter: Limiter | undefined,
  request: FastifyRequest,
  work: () => Promise<Result>,
  isAwaited?: () => boolean,
): Promise<Result> {
  if (!limiter || isInProcess(request)) return work()
  return limiter.run(work, callerOf(request, isAwaited && { isAwaited }))
}

/**
 * Registers one call of the API. The order of checks is fixed: origin, session, size and type of the body, then its
 * content. The answer passes through its schema, so a field that is not declared never leaves.
 */
export function route<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodType,
>(
  app: ShopServer,
  name: RouteName,
  {
    handle,
    outdates,
    ...options
  }: RouteOptions<Params, Query, Body, Answer> & {
    /** What the very next response must show otherwise, by its tags. Called once `handle` has resolved. */
    outdates?: Outdates<z.output<Params>, z.output<Query>, z.output<Body>, z.input<Answer>>
    handle: (
      call: Call<z.output<Params>, z.output<Query>, z.output<Body>>,
    ) => Promise<z.input<Answer>> | z.input<Answer>
  },
): void {
  const [method, path] = name.split(' ') as [HTTPMethods, string]
  const definition = { ...options, method, path }
  const limiter = limiterOf(app, definition)
  app.route({
    method,
    url: path,
    exposeHeadRoute: method === 'GET' && !options.changes,
    config: { definition, limiter: options.makesFile ? app.limiters.processor : limiter },
    handler: async (request, reply) => {
      const call = {
        params: options.params && parseInput(options.params, request.params),
        query: options.query && parseInput(options.query, request.query),
        body: options.body && parseInput(options.body, request.body),
        user: request.identity as Identity,
        request,
        reply,
      } as Call<z.output<Params>, z.output<Query>, z.output<Body>>
      if (options.makesFile) await runLimited(app.limiters.processor, request, async () => undefined)
      const answer = await runLimited(limiter, request, async () => handle(call))
      if (outdates) app.outdate(...(typeof outdates === 'function' ? outdates({ ...call, answer }) : outdates))
      if (answer === reply || reply.sent) return reply
      if (options.status !== undefined && reply.statusCode === 200) reply.code(options.status)
      reply.type(JSON_TYPE)
      return JSON.stringify(options.answer.parse(answer))
    },
  })
}
