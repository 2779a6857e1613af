import type { FastifyInstance } from 'fastify'

/** Where this server can be reached from this machine. Throws before it listens. */
export function localOrigin(app: FastifyInstance): string {
  const bound = app.server.address()
  if (bound === null || typeof bound === 'string') throw new Error('the server does not listen')
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const host = everywhere[bound.address] ?? bound.address
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound.port}`
}
