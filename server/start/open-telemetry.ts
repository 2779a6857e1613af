import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'

import type { FastifyRequest } from 'fastify'

import type { ShopServer } from '#server/http/server.ts'

/**
 * What a span says beside its name. Never the value of anything: no address with an id or a secret, no parameter of a
 * statement.
 */
type SpanFacts = Record<string, string | number>

/** What notes where time goes: a request, the statements that it needs, the calls that it makes of others. */
export interface Tracer {
  /** Every request that the framework answers is a span, named after its route. */
  watchRequests(app: ShopServer, isInProcess: (request: FastifyRequest) => boolean): void
  /** Runs the work as a span inside the one that runs now. `factsOf` adds what only its result tells. */
  span<Result>(
    name: string,
    kind: 'job' | 'call',
    facts: SpanFacts,
    work: () => Promise<Result>,
    factsOf?: (result: Result) => SpanFacts,
  ): Promise<Result>
  /** A statement that has just ended, inside the span that runs now; without one it is not noted. */
  noteStatement(text: string, milliseconds: number, error?: unknown): void
  /** Sends what is noted. */
  close(): Promise<void>
}

/** Longer statements are cut: a list of many ids has thousands of placeholders. */
const MOST_CHARACTERS = 2000

const KINDS = { job: SpanKind.INTERNAL, call: SpanKind.CLIENT }

const kindOf = (error: unknown) => (error instanceof Error ? error.name : typeof error)

/** Only the kind of an error: its words may hold what somebody entered. */
function fail(span: Span, error: unknown): void {
  span.setAttribute('error.type', kindOf(error)).setStatus({ code: SpanStatusCode.ERROR })
}

/**
 * A tracer that sends spans by OTLP over HTTP, as JSON. Address, headers, sampling and batches are OpenTelemetry's own
 * variables, which the library reads: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export function openTracer(serviceName: string): Tracer {
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': serviceName }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  provider.register()
  const tracer = provider.getTracer('selvedge')
  return {
    watchRequests(app, isInProcess) {
      const spans = new WeakMap<object, Span>()
      app.addHook('onRequest', (request, _reply, done) => {
        const { method, routeOptions, id } = request
        const route = routeOptions.url ?? '(no route)'
        // A header `traceparent` is not read: strangers would decide what is kept.
        const [outer, kind] = isInProcess(request)
          ? [context.active(), SpanKind.INTERNAL]
          : [ROOT_CONTEXT, SpanKind.SERVER]
        const attributes = { 'http.request.method': method, 'http.route': route, 'selvedge.request_id': id }
        const span = tracer.startSpan(`${method} ${route}`, { kind, attributes }, outer)
        spans.set(request, span)
        context.with(trace.setSpan(outer, span), done)
      })
      const end = (request: object, status: number | undefined) => {
        const span = spans.get(request)
        spans.delete(request)
        if (status !== undefined) span?.setAttribute('http.response.status_code', status)
        if (status === undefined || status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
        span?.end()
      }
      app.addHook('onResponse', (request, reply, done) => {
        end(request, reply.statusCode)
        done()
      })
      app.addHook('onRequestAbort', (request, done) => {
        end(request, undefined)
        done()
      })
    },
    span(name, kind, facts, work, factsOf) {
      return tracer.startActiveSpan(name, { kind: KINDS[kind], attributes: facts }, async (span) => {
        try {
          const result = await work()
          if (factsOf) span.setAttributes(factsOf(result))
          return result
        } catch (error) {
          fail(span, error)
          throw error
        } finally {
          span.end()
        }
      })
    },
    noteStatement(text, milliseconds, error) {
      if (!trace.getActiveSpan()?.isRecording()) return
      const operation = text.slice(0, 40).trim().split(/\s/, 1)[0]?.toUpperCase() ?? ''
      const attributes: SpanFacts = {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': text.slice(0, MOST_CHARACTERS),
      }
      const endTime = Date.now()
      const startTime = endTime - milliseconds
      const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes, startTime })
      if (error !== undefined) fail(span, error)
      span.end(endTime)
    },
    async close() {
      await provider.shutdown()
      trace.disable()
      context.disable()
      propagation.disable()
    },
  }
}
