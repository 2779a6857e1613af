import type { ShopServer } from '#server/http/server.ts'

/** What a span says beside its name. Never the value of anything: no address with an id or a secret, no parameter of a statement. */
export type SpanFacts = Record<string, string | number>

/** What notes where time goes: a request, the statements that it needs, the calls that it makes of others. */
export interface Tracer {
  /** Every request that the framework answers is a span, named after its route. */
  watchRequests(app: ShopServer): void
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

let tracer: Tracer | undefined

/** Undefined where nobody wants traces, which is usual: then no library for them is loaded. */
export const currentTracer = (): Tracer | undefined => tracer

/** Starts the tracing of this process, until the returned function ends it. */
export async function startTracing(serviceName: string): Promise<() => Promise<void>> {
  const { openTracer } = await import('#server/start/open-telemetry.ts')
  const opened = openTracer(serviceName)
  tracer = opened
  return async () => {
    tracer = undefined
    await opened.close()
  }
}

/** Runs the work as a span if there is a tracer. */
export const inSpan: Tracer['span'] = (name, kind, facts, work, factsOf) =>
  tracer ? tracer.span(name, kind, facts, work, factsOf) : work()
