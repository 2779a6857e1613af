import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

import type { Shop } from '#server/start/shop.ts'

import { sendDue } from '#server/webhooks/send-webhooks.ts'
import { claimWebhooks, releaseClaim } from '#server/webhooks/sending-queries.ts'
import { NEVER } from '#test/purchase.ts'

/** What a receiver got. */
export interface Received {
  id: string
  timestamp: number
  signature: string
  body: string
  type: string
  data: Record<string, unknown>
}

export type Answer = (response: ServerResponse, received: Received) => void

async function readEvent(request: IncomingMessage): Promise<Received> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const body = Buffer.concat(parts).toString()
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = request.headers
  const { type, data } = JSON.parse(body) as Pick<Received, 'type' | 'data'>
  return { id: String(id), timestamp: Number(timestamp), signature: String(signature), body, type, data }
}

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

/** Whether an event is signed as Standard Webhooks has it, by a secret `whsec_…`. */
export function isSigned({ id, timestamp, body, signature }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  return signature.split(' ').includes(expected)
}

const ENDING = { stopping: NEVER, stop: NEVER }

/** Does what the job does, until nothing is due. */
export async function sendAllDue(shop: Shop, ending = ENDING): Promise<void> {
  for (const id of await claimWebhooks(shop.db)) {
    while (!ending.stopping.aborted && (await sendDue(shop, id, ending))) continue
    await releaseClaim(shop.db, id)
  }
}
