import type { FastifyRequest } from 'fastify'

import { createHash, timingSafeEqual } from 'node:crypto'

import type { Shop } from '#server/start/shop.ts'

import { forbidden } from '#server/errors.ts'
import { isInProcess } from '#server/http/caller.ts'
import { isProxied, isPublicAddress, isThisMachine } from '#server/start/loopback-hosts.ts'
import type { ShopServer } from '#server/http/server.ts'
import { createMetrics } from '#server/http/metrics/metrics.ts'

const hash = (text: string) => createHash('sha256').update(text).digest()

/**
 * Whether the caller may see the numbers. With METRICS_TOKEN: callers who send it. Without it: programs on this
 * machine, unless the shop has a public address, where every caller of a proxy that adds no header would seem to be
 * one.
 */
function mayRead({ headers, socket, hostname }: FastifyRequest, { metricsToken, publicUrl }: Shop['config']): boolean {
  if (metricsToken !== undefined) {
    return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${metricsToken}`))
  }
  if (isPublicAddress(publicUrl)) return false
  return !isProxied(headers) && isThisMachine(socket.remoteAddress ?? '') && isThisMachine(hostname)
}

/**
 * `/metrics` for Prometheus. Register it before all other routes, so that their requests are counted. Returns what
 * counts whatever is no request.
 */
export function registerMetrics(app: ShopServer, shop: Shop): Pick<ReturnType<typeof createMetrics>, 'addVisit'> {
  const metrics = createMetrics(shop)
  app.addHook('onResponse', (request, reply, done) => {
    if (!isInProcess(request)) {
      const { url = '(no route)' } = request.routeOptions
      metrics.addRequest(request.method, url, reply.statusCode, reply.elapsedTime)
    }
    done()
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, shop.config)) {
      throw forbidden('Only programs on this machine may read this, or those that send METRICS_TOKEN.')
    }
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.type)
      .send(await metrics.text())
  })
  return metrics
}
