import type { FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { z } from 'zod'

import type { FieldErrors } from '#contract/api/errors.ts'
import type { ShopServer } from '#server/http/server.ts'
import type { Limiter } from '#server/http/overload/concurrency-limiter.ts'
import type { ListPage } from '#server/db/pagination.ts'

import { callerOf } from '#server/http/overload/concurrency-limits.ts'
import { isInProcess, type Identity } from '#server/http/caller.ts'
import type { Call, Outdates, RouteDefinition, RouteName, RouteOptions } from '#server/http/route-definition.ts'
import { MAX_ERROR_FIELDS } from '#server/http/request-limits.ts'
import { validationMessage } from '#server/http/validation-message.ts'
import { invalid } from '#server/errors.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

declare module 'fastify' {
  interface FastifyContextConfig {
    definition?: RouteDefinition
    limiter?: Limiter | undefined
  }
}

/** No key of an error names a password or a session; the sentence says what is wrong. */
const isNameable = (name: string) => name !== '' && !/password|hash|salt|session/i.test(name)

/**
 * Parses a value by its schema. Throws `invalid` with the first sentence and one sentence for each of the first faulty
 * fields.
 */
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

function limiterOf(app: ShopServer, definition: RouteDefinition): Limiter | undefined {
  const { limiter, form, answerType, audience } = definition
  if (form) return audience === 'customer' ? app.limiters.customerForms : app.limiters.staffForms
  const name = limiter ?? (answerType !== undefined ? 'none' : 'calls')
  return name === 'none' ? undefined : app.limiters[name]
}

/**
 * Runs the work of a call in its limiter. The calls of a page that is rendered here need none: the page has its own,
 * but for a form with files, which a page hands on to its call before it is rendered.
 * The work is not begun for a caller that has gone, unless others wait for the same answer (`isAwaited`).
 */
export function runLimited<Result>(
  limiter: Limiter | undefined,
  request: FastifyRequest,
  work: () => Promise<Result>,
  isAwaited?: () => boolean,
): Promise<Result> {
  const isOfPage = isInProcess(request) && !request.routeOptions.config.definition?.form
  if (!limiter || isOfPage) return work()
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
