import { Server as Listener } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import type { ShopServer } from '#server/http/server.ts'

import { GRACE_MS } from '#server/http/health/stopping-times.ts'

const POLL_MS = 20

/**
 * Takes no new connections, but goes on answering on those that are open, and asks each client to close its own.
 * Closing an idle connection at the moment when a call arrives would lose the call, so idle connections stay open until
 * their clients close them or the grace time is over. Call it before the server is closed.
 */
export async function drain(app: ShopServer): Promise<void> {
  app.stopKeepAlive()
  // The HTTP server's own `close` would end idle connections at once.
  Listener.prototype.close.call(app.server)
  const countConnections = promisify(app.server.getConnections.bind(app.server))
  const until = performance.now() + GRACE_MS
  while (performance.now() < until && (await countConnections()) > 0) await sleep(POLL_MS)
}
