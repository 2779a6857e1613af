import type { Shop } from '#server/start/shop.ts'

import { unavailable } from '#server/errors.ts'
import type { ShopServer } from '#server/http/server.ts'

const DATABASE_TIMEOUT_MS = 2000

/**
 * `/healthz`: the process runs. `/readyz`: it can serve, because all of the start is done, the database answers and the
 * disk has room for new orders.
 */
export function registerHealth(app: ShopServer, { database, isOpening }: Pick<Shop, 'database' | 'isOpening'>): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async () => {
    if (isClosing) throw unavailable('The shop is closing.')
    if (isOpening?.()) throw unavailable('The shop is still opening.')
    if (!(await database.isReachable(DATABASE_TIMEOUT_MS))) throw unavailable('The database does not answer.')
    if (!database.hasFreeSpace()) throw unavailable('The disk is almost full: no new order is taken.')
    return { status: 'ready' }
  })
}
