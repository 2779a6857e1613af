import { Server as Listener } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import type { ShopServer } from '#server/http/server.ts'

const GRACE_MS = 1500
const LOOK_EVERY_MS = 20

/**
 * Takes no new connection, but answers on those that are open, each time asking the client to close it. An idle connection
 * that is closed at the moment at which a call comes in takes the call with it; so they are left open until their clients
 * were told, or have been idle for the whole time. To be called before the server is closed.
 */
export async function drain(app: ShopServer): Promise<void> {
  app.sayGoodbye()
  // Not the HTTP server's own way to close, which ends idle connections at once.
  Listener.prototype.close.call(app.server)
  const countConnections = promisify(app.server.getConnections.bind(app.server))
  const until = performance.now() + GRACE_MS
  while (performance.now() < until && (await countConnections()) > 0) await sleep(LOOK_EVERY_MS)
}
