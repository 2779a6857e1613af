import autocannon from 'autocannon'
import { Agent } from 'node:http'

import { createSender, type Answer } from '#prove/client.ts'

import { createTimes } from './figures.ts'

const CONNECTIONS = 16
/** How often autocannon checks whether its time is over. */
const SAMPLE_MS = 10

/** What browsers accept over HTTPS. */
export const COMPRESSED = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** What the shop's pages ask for first: the first twelve products. */
export const FIRST_LIST = '/api/products/getallproductsindb?page=1&limit=12'

/** Makes autocannon drop the bodies. It would turn them into text, which takes longest of all for a compressed page. */
function skipBodies(client: autocannon.Client): void {
  Object.assign(Reflect.get(client, 'pipelinedRequests'), { addBody() {} })
}

/**
 * Sends the same GET over 16 connections for so long, on each the next one as soon as the last is answered. Rejects
 * where an answer was no 2xx. The times are taken one by one, because autocannon's own are whole milliseconds.
 */
export async function loadAddress(url: string, seconds: number, headers: Record<string, string> = {}) {
  const times = createTimes()
  const { promise, resolve, reject } = Promise.withResolvers<autocannon.Result>()
  const options = { url, headers, connections: CONNECTIONS, duration: seconds, sampleInt: SAMPLE_MS }
  const run = autocannon({ ...options, setupClient: skipBodies }, (error, result) =>
    error ? reject(error as Error) : resolve(result),
  )
  run.on('response', (_client, _status, _bytes, ms) => times.add(ms))
  const { '2xx': answers, non2xx, errors, duration } = await promise
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} answers were no 2xx, ${errors} calls had none`)
  if (answers === 0) throw new Error(`${url}: no answer within ${seconds} s`)
  return { perSecond: answers / duration, answers, p50Ms: times.percentile(50), p99Ms: times.percentile(99) }
}

/** Lets everybody do the same again and again until the time is over; resolves to the seconds that it took. */
export async function repeatFor<Item>(
  seconds: number,
  everybody: readonly Item[],
  act: (item: Item, turn: number) => Promise<unknown>,
): Promise<number> {
  const begin = performance.now()
  const until = begin + seconds * 1000
  const repeat = async (item: Item, index: number) => {
    for (let turn = index; performance.now() < until; turn += 1) await act(item, turn)
  }
  await Promise.all(everybody.map(repeat))
  return (performance.now() - begin) / 1000
}

/** Shares the tasks out among everybody: who is done takes the next one. Resolves to the seconds that it took. */
export async function shareOut<Item, Task>(
  tasks: readonly Task[],
  everybody: readonly Item[],
  act: (item: Item, task: Task) => Promise<unknown>,
): Promise<number> {
  const begin = performance.now()
  const left = tasks.values()
  const work = async (item: Item) => {
    for (const task of left) await act(item, task)
  }
  await Promise.all(everybody.map(work))
  return (performance.now() - begin) / 1000
}

export interface Caller {
  /** One call on a connection that is kept; resolves with any status, rejects where there was no answer. */
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer>
  /** The same, resolved to the JSON of the answer; rejects when the status is not 2xx. */
  ask<Result>(method: string, path: string, body?: object): Promise<Result>
  /** Reads a page or a list, compressed; rejects when the status is not 200. */
  read(path: string): Promise<void>
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
    async read(path) {
      const { status } = await call('GET', path, undefined, COMPRESSED)
      if (status !== 200) throw new Error(`GET ${path}: ${status}`)
    },
    close: () => agent.destroy(),
  }
}

/** The ids of the products in a list. */
export async function listIds(caller: Caller, path = FIRST_LIST): Promise<string[]> {
  const { products } = await caller.ask<{ products: { _id: string }[] }>('GET', path)
  return products.map(({ _id }) => _id)
}
