import autocannon from 'autocannon'
import { Agent } from 'node:http'
import { createHistogram } from 'node:perf_hooks'

import { createSender, type Answer } from '#prove/client.ts'

import { startBareServer } from './start-processes.ts'

const CONNECTIONS = 16
const NS_PER_MS = 1e6
/** How often autocannon checks whether its time is over. */
const SAMPLE_MS = 10
const BARE_BYTES = 6000
const BARE_SECONDS = 0.3

/** What browsers accept over HTTPS. */
export const COMPRESSED = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** What the shop's pages ask for first: the first twelve products. */
export const FIRST_LIST = '/api/products/getallproductsindb?page=1&limit=12'

/** Makes autocannon drop the bodies. It would turn them into text, which takes longest of all for a compressed page. */
function skipBodies(client: autocannon.Client): void {
  Object.assign(Reflect.get(client, 'pipelinedRequests'), { addBody() {} })
}

interface Flood {
  perSecond: number
  p50Ms: number
  p99Ms: number
  answers: number
}

/**
 * Sends the same GET over 16 connections for so long, on each the next one as soon as the last is answered. Rejects where an
 * answer was no 2xx. The times are taken one by one, because autocannon's own are whole milliseconds.
 */
export async function flood(url: string, seconds: number, headers: Record<string, string> = {}): Promise<Flood> {
  const times = createHistogram()
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>()
  const options = {
    url,
    headers,
    connections: CONNECTIONS,
    duration: seconds,
    sampleInt: SAMPLE_MS,
    setupClient: skipBodies,
  }
  const run = autocannon(options, (error, result) => (error ? reject(error as Error) : resolve(result)))
  run.on('response', (_client, _status, _bytes, ms) => times.record(Math.max(1, Math.round(ms * NS_PER_MS))))
  const { '2xx': answers, non2xx, errors, duration } = await promise
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers were no 2xx, ${errors} calls had none`)
  if (answers === 0) throw new Error(`${url}: no answer within ${seconds} s`)
  const [p50Ms, p99Ms] = [times.percentile(50) / NS_PER_MS, times.percentile(99) / NS_PER_MS]
  return { perSecond: answers / duration, p50Ms, p99Ms, answers }
}

/** A bare server to measure beside work that has no counterpart of its own: how fast, and how busy, the machine is. */
export async function startComparison() {
  const answer = { headers: { 'content-length': String(BARE_BYTES) }, body: Buffer.alloc(BARE_BYTES, 'a') }
  const bare = await startBareServer(new Map([['/', answer]]))
  const perSecond = async () => (await flood(bare.origin, BARE_SECONDS)).perSecond
  await perSecond()
  return { perSecond, stop: () => bare.stop() }
}

export interface Caller {
  /** One call on a connection that is kept; resolves with any status, rejects where there was no answer. */
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer>
  /** The same, resolved to the JSON of the answer; rejects when the status is not 2xx. */
  ask<Result>(method: string, path: string, body?: object): Promise<Result>
  close(): void
}

/** A client with one connection of its own and, where given, a session's cookie. */
export function createCaller(origin: string, cookie?: string): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = createSender(cookie, agent)
  const call: Caller['call'] = async (method, path, body, headers) => {
    const answer = await send(origin, method, path, { body, headers })
    if (answer.ending !== 'answered') throw new Error(`${method} ${path}: ${answer.ending}`)
    return answer
  }
  return {
    call,
    async ask<Result>(method: string, path: string, body?: object) {
      const { status, bytes } = await call(method, path, body)
      if (status < 200 || status > 299) throw new Error(`${method} ${path}: ${status} ${bytes.toString()}`)
      return JSON.parse(bytes.toString()) as Result
    },
    close: () => agent.destroy(),
  }
}

/** The ids of the products in a list. */
export async function listIds(caller: Caller, path = FIRST_LIST): Promise<string[]> {
  const { products } = await caller.ask<{ products: { _id: string }[] }>('GET', path)
  return products.map(({ _id }) => _id)
}
