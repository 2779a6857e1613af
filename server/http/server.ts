import cookie from '@fastify/cookie'
import { randomUUID } from 'node:crypto'
import { sum } from 'd3-array'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http'
import type { Readable } from 'node:stream'
import fastify, { LogController, type FastifyBaseLogger, type FastifyError, type FastifyInstance } from 'fastify'

import type { Config } from '#server/start/config.ts'

import { ShopError } from '#contract/api/errors.ts'
import { hasMoreEntries } from '#contract/schemas/json-entries.ts'
import { invalid, notFound } from '#server/errors.ts'
import { answerClientError, refuseAmbiguousHeaders } from '#server/http/malformed-request.ts'
import { answerError } from '#server/http/error-handler.ts'
import { callerOfRequest, createLimiters, type Limiters } from '#server/http/overload/concurrency-limits.ts'
import { addressOf, trustOf } from '#server/http/caller-address.ts'
import { networksOf } from '#server/http/rate-limits/caller-networks.ts'
import { limiterCounts } from '#server/http/overload/limiter-counts.ts'
import { NetworkWork } from '#server/http/overload/network-work.ts'
import { watchEventLoop } from '#server/http/overload/event-loop-delay.ts'
import {
  BODY_LIMIT_BYTES,
  BODY_TIMEOUT_MS,
  CONNECTION_TIMEOUT_MS,
  hasTooLongQuery,
  HTTP_TIMEOUTS_MS,
  MAX_BODY_ENTRIES,
} from '#server/http/request-limits.ts'
import { LimitedLog } from '#server/http/log/limited-log.ts'
import { SecurityEvents } from '#server/http/log/security-events.ts'
import { noteConnection } from '#server/turns.ts'
import { securityHeaders, setSecurityHeaders } from '#server/http/security-headers.ts'

export type ShopServer = FastifyInstance

/** Answers a request before the framework sees it. False if it did not. */
type AnswerEarly = (request: IncomingMessage, response: ServerResponse) => boolean

/** What is answered before the framework sees the request, because there is no time for it. */
export interface EarlyAnswers {
  /** Answers from memory. */
  fromMemory: AnswerEarly
  /** Answers what needs no work: what has another address, or is rejected in any case. */
  withoutWork: AnswerEarly
}

const NO_EARLY_ANSWERS: EarlyAnswers = {
  fromMemory: () => false,
  withoutWork: () => false,
}

declare module 'fastify' {
  interface FastifyInstance {
    limiters: Limiters
    securityEvents: SecurityEvents
    requestLog: LimitedLog
    /** Announces the tags of what a call has changed. */
    outdate(...tags: string[]): void
    /** Whoever sends a request that the framework has not seen yet. */
    callerOf(request: IncomingMessage): ReturnType<typeof callerOfRequest>
    /** The headers of a response that the framework does not send. */
    earlyHeaders(): OutgoingHttpHeaders
    /** From now on every response asks the client to close its connection. */
    stopKeepAlive(): void
  }
  interface FastifyReply {
    /** True for the response to a call that a limiter rejected. */
    isBusyResponse: boolean
  }
}

const LOG_REJECTED_EVERY_MS = 10_000
/** Answers of one large network (/48, /24) that are logged within a minute. The others are only counted. */
const MAX_ANSWERS_LOGGED = 100

/** A request may name its whole URL, as to a proxy; the shop looks at the path alone. */
const pathOf = (address: string) => address.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*\/?/i, '/')

/** Answers 408 to a body that arrives too slowly. */
function limitBodyTime(body: Readable): void {
  const timeOut = () => body.emit('error', new ShopError('invalid', 'The request took too long.', { status: 408 }))
  const timer = setTimeout(timeOut, BODY_TIMEOUT_MS)
  for (const event of ['end', 'error', 'close']) body.once(event, () => clearTimeout(timer))
}

function logRejected(log: FastifyBaseLogger): NodeJS.Timeout {
  const count = () => sum(limiterCounts().values(), ({ rejected }) => rejected)
  let logged = count()
  return setInterval(() => {
    const rejected = count()
    if (rejected > logged) log.warn({ calls: rejected - logged }, 'too busy: calls were rejected')
    logged = rejected
  }, LOG_REJECTED_EVERY_MS).unref()
}

/** An HTTP server with the shop's limits, headers, cookies, error answers and request log, and no routes. */
export function createServer(
  config: Config,
  log: FastifyBaseLogger,
  publicUrl: () => string,
  early: EarlyAnswers = NO_EARLY_ANSWERS,
): ShopServer {
  const requestLog = new LimitedLog(log)
  // Early answers are not logged, so there are none if every answer is to be logged.
  let mayAnswerEarly = !['debug', 'trace'].includes(config.logLevel)
  const eventLoop = watchEventLoop()
  const networkWork = new NetworkWork()
  const limiters = createLimiters(() => eventLoop.isBehind(), networkWork)
  const isTrusted = trustOf(config.trustedProxies)
  const callerOf = (request: IncomingMessage) => callerOfRequest(request, addressOf(request, isTrusted))
  const app = fastify({
    serverFactory: (handle) => {
      const server = createHttpServer(HTTP_TIMEOUTS_MS, (request, response) => {
        if (refuseAmbiguousHeaders(request, response)) return
        if (limiters.processor.calls.waiting > 0) networkWork.noteCall(networksOf(addressOf(request, isTrusted))[0])
        if (mayAnswerEarly && (early.fromMemory(request, response) || early.withoutWork(request, response))) return
        handle(request, response)
      })
      return server.setTimeout(CONNECTION_TIMEOUT_MS).on('connection', noteConnection)
    },
    loggerInstance: requestLog.log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    trustProxy: isTrusted,
    return503OnClosing: true,
    rewriteUrl: ({ url = '/' }) => pathOf(url),
    clientErrorHandler: answerClientError,
    // An address that cannot be parsed passes no hook.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(reply)
      reply.header('x-request-id', request.id)
      answerError(error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? notFound('Address') : error, request, reply)
    },
  })
  app.decorate('limiters', limiters).decorateReply('isBusyResponse', false)
  app.decorate('callerOf', callerOf)
  const securityEvents = new SecurityEvents(log)
  app.decorate('securityEvents', securityEvents).decorate('requestLog', requestLog)
  const rejectionLog = logRejected(log)
  void app.register(cookie)
  app.decorate('hasSecureOrigin', () => publicUrl().startsWith('https:'))
  app.removeContentTypeParser(['text/plain', 'application/json'])
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    const { maxEntries = MAX_BODY_ENTRIES } = request.routeOptions.config.definition ?? {}
    if (hasMoreEntries(body as string, maxEntries)) return done(invalid('That is more than this call takes at once.'))
    void parseJson(request, body as string, done)
  })
  app.addHook('onRequest', async (request, reply) => {
    setSecurityHeaders(reply)
    reply.header('x-request-id', request.id)
    if (hasTooLongQuery(request.url)) throw invalid('This address asks for too much at once.')
  })
  app.addHook('preParsing', (request, _reply, body, done) => {
    const hasFiles = request.headers['content-type']?.startsWith('multipart/')
    if (!['GET', 'HEAD'].includes(request.method) && !hasFiles) limitBodyTime(body)
    done(null, body)
  })
  let isClosing = false
  app.decorate('earlyHeaders', () => ({
    ...securityHeaders(app.hasSecureOrigin()),
    'cache-control': 'no-store',
    'x-request-id': randomUUID(),
    ...(isClosing && { connection: 'close' }),
  }))
  app.decorate('stopKeepAlive', () => {
    isClosing = true
    mayAnswerEarly = false
  })
  app.addHook('preClose', async () => {
    app.stopKeepAlive()
    clearInterval(rejectionLog)
    securityEvents.close()
    requestLog.close()
    eventLoop.stop()
  })
  app.addHook('onSend', async (_request, reply) => {
    // A connection kept alive for the next request would hold up a closing server until it times out.
    if (isClosing) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => {
    const entry = {
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    const isPlainRead = reply.statusCode < 500 && (request.method === 'GET' || request.method === 'HEAD')
    // A busy shop has no time to write a line for each rejected call; `logRejected` writes their number.
    const isFrequent = reply.statusCode < 400 && request.routeOptions.config.definition?.isFrequent === true
    const isQuiet = isPlainRead || isFrequent || reply.isBusyResponse
    if (isQuiet) return request.log.debug(entry, 'answered')
    const kind = `answered ${networksOf(request.ip).at(-1)?.name}`
    if (requestLog.mayWrite(kind, MAX_ANSWERS_LOGGED)) log.info({ requestId: request.id, ...entry }, 'answered')
  })
  app.setErrorHandler<FastifyError | ShopError>((error, request, reply) => answerError(error, request, reply))
  app.setNotFoundHandler(() => {
    throw notFound('Address')
  })
  return app
}
