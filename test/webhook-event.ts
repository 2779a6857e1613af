import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** What a receiver got. */
export interface Received {
  id: string
  timestamp: number
  signature: string
  body: string
  type: string
  data: Record<string, unknown>
}

/** Reads a call to an address that is told of changes. */
export async function readEvent(request: IncomingMessage): Promise<Received> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const body = Buffer.concat(parts).toString()
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = request.headers
  const { type, data } = JSON.parse(body) as Pick<Received, 'type' | 'data'>
  return { id: String(id), timestamp: Number(timestamp), signature: String(signature), body, type, data }
}

/** Whether an event is signed as Standard Webhooks has it, by a secret `whsec_…`. */
export function isSigned({ id, timestamp, body, signature }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  return signature.split(' ').includes(expected)
}
