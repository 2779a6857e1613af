import type { Tracer } from '#server/start/open-telemetry.ts'

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
