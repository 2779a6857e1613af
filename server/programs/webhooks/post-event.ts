import type { IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'

import http from 'node:http'
import https from 'node:https'

import { storable } from '#server/db/storable-json.ts'
import { PrivateNetwork, publicLookup } from '#server/start/public-network.ts'
import { CALL_TIMEOUT_MS } from '#server/programs/webhooks/webhook-times.ts'

/** The rest of an answer is not read. */
const MOST_ANSWER_BYTES = 64 * 1024
/** How much of it is kept. */
const KEPT_CHARACTERS = 4000

/** What became of a call. */
export interface CallResult {
  status: number | null
  answer: string | null
  /** Why it does not count; null where it does. */
  fault: string | null
}

interface EventCall {
  headers: Readonly<Record<string, string>>
  body: string
  mayAskThisMachine: boolean
  /** Ends the call when the shop stops. */
  stop: AbortSignal
  timeoutMs?: number
  /** Finds the addresses of a name. */
  resolve?: LookupFunction
}

function ask(url: URL, call: EventCall, signal: AbortSignal): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http
  const { headers, body, mayAskThisMachine, resolve: finder } = call
  return new Promise((resolve, reject) => {
    const lookup = publicLookup({ mayAskThisMachine, resolve: finder })
    request(url, { method: 'POST', headers, signal, agent: false, lookup }, resolve)
      .on('upgrade', (_answer, socket) => {
        socket.destroy()
        reject(new Error('The answer wants another protocol.'))
      })
      .on('error', reject)
      .end(body)
  })
}

async function beginningOf(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part)
    bytes += part.length
    // Leaving the loop ends the connection.
    if (bytes >= MOST_ANSWER_BYTES) break
  }
  return storable(Buffer.concat(parts).subarray(0, MOST_ANSWER_BYTES).toString().slice(0, KEPT_CHARACTERS))
}

function faultOf(status: number): string | null {
  if (status >= 200 && status <= 299) return null
  if (status >= 300 && status <= 399) return `It answers ${status}: redirects are not followed.`
  return `It answers ${status}.`
}

/** What a network's failure means to whoever entered the address. */
function sentenceOf(error: unknown): string {
  const { code = '' } = error as { code?: string }
  if (['ENOTFOUND', 'EAI_AGAIN', 'ENODATA'].includes(code)) return 'There is no such server.'
  if (/CERT|TLS|SSL|SIGNED/.test(code)) return 'Its certificate is not valid.'
  return 'It does not answer.'
}

/**
 * Sends an event to an address on the public internet: its name is resolved once, checked, and connected to at the
 * address that was checked. Follows no redirect. Whatever the receiver does is a result; it rejects only when the shop
 * stops.
 */
export async function postEvent(url: URL, call: EventCall): Promise<CallResult> {
  const { timeoutMs = CALL_TIMEOUT_MS, stop } = call
  const timeout = AbortSignal.timeout(timeoutMs)
  let status: number | null = null
  try {
    const answer = await ask(url, call, AbortSignal.any([stop, timeout]))
    status = answer.statusCode ?? null
    return { status, answer: await beginningOf(answer), fault: faultOf(status ?? 0) }
  } catch (error) {
    if (stop.aborted) throw error
    const failed = { status, answer: null }
    if (timeout.aborted) return { ...failed, fault: `It has not answered within ${timeoutMs / 1000} seconds.` }
    return { ...failed, fault: error instanceof PrivateNetwork ? error.message : sentenceOf(error) }
  }
}
