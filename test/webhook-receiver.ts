import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

import type { Shop } from '#server/start/shop.ts'

import { sendDue } from '#server/programs/webhooks/send-webhooks.ts'
import { claimWebhooks, releaseClaim } from '#server/programs/webhooks/sending-queries.ts'
import { NEVER } from '#test/purchase.ts'
import { readEvent, type Received } from '#test/webhook-event.ts'

export type Answer = (response: ServerResponse, received: Received) => void

/** A program of somebody else on this machine. It takes everything unless `answer` says otherwise. */
export async function startReceiver(answer: Answer = (response) => response.end()) {
  const received: Received[] = []
  const behaviour = { answer }
  const server = createServer((request, response) => {
    void readEvent(request).then((event) => {
      received.push(event)
      behaviour.answer(response, event)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hooks`
  return { url, received, behaviour, types: () => received.map(({ type }) => type) }
}

const ENDING = { stopping: NEVER, stop: NEVER }

/** Does what the job does, until nothing is due. */
export async function sendAllDue(shop: Shop, ending = ENDING): Promise<void> {
  for (const id of await claimWebhooks(shop.db)) {
    while (!ending.stopping.aborted && (await sendDue(shop, id, ending))) continue
    await releaseClaim(shop.db, id)
  }
}
