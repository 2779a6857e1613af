import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pino } from 'pino'

import { readConfig } from '#server/start/config.ts'
import { makeFilesPrivate } from '#server/start/data-dir.ts'
import { openShop } from '#server/start/open-shop.ts'
import { say } from '#server/start/terminal.ts'

// A process that opens shops when it is asked to, each on a data folder of its own, and closes them. Most of what it
// takes to open a shop in a new process is to load its code, which is done once here.

makeFilesPrivate()

const shops = new Map<string, Awaited<ReturnType<typeof openShop>>>()

/** Opens a shop on this folder and resolves to its address. */
async function open(folder: string): Promise<string> {
  const config = readConfig({ ...process.env, DATA_DIR: folder })
  const opening = { say: () => undefined, isWorker: false, isDevelopment: false }
  const shop = await openShop(config, pino({ level: config.logLevel }), opening)
  shops.set(folder, shop)
  return shop.publicUrl
}

async function close(folder: string): Promise<string> {
  await shops.get(folder)?.close()
  shops.delete(folder)
  return 'closed'
}

const orders = createServer((request, response) => {
  const answer = async () => (request.url === '/open' ? open : close)(await text(request))
  answer().then(
    (said) => response.end(said),
    (error: unknown) => response.writeHead(500).end(String(error)),
  )
}).listen(0, '127.0.0.1')
await once(orders, 'listening')
say(`Host http://127.0.0.1:${(orders.address() as AddressInfo).port}`)

await once(process, 'SIGTERM')
for (const folder of shops.keys()) await close(folder)
process.exit(0)
