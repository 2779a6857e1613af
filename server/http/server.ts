import cookie from '@fastify/cookie'
import { randomUUID } from 'node:crypto'
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'

import type { Config } from '#server/config.ts'

import { ShopError } from '#contract/errors.ts'
import { notFound } from '#server/errors.ts'
import { answerClientError } from '#server/http/client-error.ts'
import { answerError } from '#server/http/error-handler.ts'
import { createLimiters, type Limiters } from '#server/http/limiters.ts'
import { watchEventLoop } from '#server/http/event-loop-delay.ts'
import { SecurityEvents } from '#server/http/security-events.ts'
import { setSecurityHeaders } from '#server/http/security-headers.ts'

export type ShopServer = FastifyInstance

/** Answers a request before the framework sees it; false where it did not. */
export type AnswerEarly = (request: IncomingMessage, response: ServerResponse) => boolean

declare module 'fastify' {
  interface FastifyInstance {
    limiters: Limiters
    securityEvents: SecurityEvents
    /** From now on every answer asks the client to close its connection. */
    sayGoodbye(): void
  }
  interface FastifyReply {
    wasRejected: boolean
  }
}

/** The largest JSON body: every call of the shop needs far less. */
const BODY_LIMIT_BYTES = 256 * 1024
/** Five pictures over a slow line take their time; only whoever may send them gets that far. */
const LIMITS_MS = { headersTimeout: 30_000, requestTimeout: 180_000, keepAliveTimeout: 65_000 }
const BODY_TIMEOUT_MS = 30_000
const CONNECTION_TIMEOUT_MS = 60_000
const TELL_EVERY_MS = 10_000

/** A request may name its whole address, as to a proxy; the shop goes by the path alone. */
const pathOf = (address: string) => address.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*\/?/i, '/')

/** A body that only trickles in is given up and answered with 408. */
function limitTime(body: Readable): void {
  const giveUp = () => body.emit('error', new ShopError('invalid', 'The request took too long.', { status: 408 }))
  const timer = setTimeout(giveUp, BODY_TIMEOUT_MS)
  for (const ending of ['end', 'error', 'close']) body.once(ending, () => clearTimeout(timer))
}

function logRejected({ checkout, carts, calls, pages }: Limiters, log: FastifyBaseLogger): NodeJS.Timeout {
  let told = 0
  return setInterval(() => {
    const rejected = checkout.rejected + carts.rejected + calls.rejected + pages.rejected
    if (rejected > told) log.warn({ calls: rejected - told }, 'too busy: calls were turned away')
    told = rejected
  }, TELL_EVERY_MS).unref()
}

/** An HTTP server with the shop's limits, headers, cookies, error answers and request log, and no routes. */
export function createServer(
  config: Config,
  log: FastifyBaseLogger,
  publicUrl: () => string,
  answerEarly: AnswerEarly = () => false,
): ShopServer {
  // Early answers are not logged, so there are none where every answer is to be logged.
  let isEarly = !['debug', 'trace'].includes(config.logLevel)
  const app = fastify({
    serverFactory: (handle) => {
      const server = createHttpServer(LIMITS_MS, (request, response) => {
        if (!isEarly || !answerEarly(request, response)) handle(request, response)
      })
      return server.setTimeout(CONNECTION_TIMEOUT_MS)
    },
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    return503OnClosing: true,
    rewriteUrl: ({ url = '/' }) => pathOf(url),
    clientErrorHandler: answerClientError,
    // What is no address at all comes past every hook.
    frameworkErrors: (error, request, reply) => {
      setSecurityHeaders(reply)
      reply.header('x-request-id', request.id)
      answerError(error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? notFound('Address') : error, request, reply)
    },
  })
  const pulse = watchEventLoop()
  const limiters = createLimiters(() => pulse.isBehind())
  app.decorate('limiters', limiters).decorateReply('wasRejected', false)
  const securityEvents = new SecurityEvents(log)
  app.decorate('securityEvents', securityEvents)
  const telling = logRejected(limiters, log)
  void app.register(cookie)
  app.decorate('hasSecureOrigin', () => publicUrl().startsWith('https:'))
  app.removeContentTypeParser(['text/plain', 'application/json'])
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined)
    void parseJson(request, body as string, done)
  })
  app.addHook('onRequest', async (request, reply) => {
    setSecurityHeaders(reply)
    reply.header('x-request-id', request.id)
  })
  app.addHook('preParsing', (request, _reply, body, done) => {
    const hasFiles = request.headers['content-type']?.startsWith('multipart/')
    if (!['GET', 'HEAD'].includes(request.method) && !hasFiles) limitTime(body)
    done(null, body)
  })
  let isClosing = false
  app.decorate('sayGoodbye', () => {
    isClosing = true
    isEarly = false
  })
  app.addHook('preClose', async () => {
    app.sayGoodbye()
    clearInterval(telling)
    securityEvents.close()
    pulse.stop()
  })
  app.addHook('onSend', async (_request, reply) => {
    // A connection that stays open for the next request would hold a closing server until it times out.
    if (isClosing) reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (request, reply) => {
    const entry = {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    const isPlainRead = reply.statusCode < 500 && (request.method === 'GET' || request.method === 'HEAD')
    // A line for everybody who is turned away would be work that a busy shop has no time for; their number is told.
    const isQuiet = isPlainRead || reply.wasRejected
    request.log[isQuiet ? 'debug' : 'info'](entry, 'answered')
  })
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(() => {
    throw notFound('Address')
  })
  return app
}
