import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'

import type { Random } from '#prove/random.ts'

import { isSigned, readEvent, type Received } from '#test/webhook-event.ts'

/** Longer than the shop waits for an answer. */
const LATE_MS = 5500
const SLOW_MS = 150
const REFUSALS = [400, 404, 429, 500, 503]
/** Who is down refuses so many calls in a row. */
const CALLS_DOWN = 8
/** How far the clock of a signature may be away. */
const MOST_SKEW_SECONDS = 300

/** Answers a call, or does not. Returns whether the event was taken, whatever the shop learns of it. */
type Habit = (response: ServerResponse) => boolean

function take(response: ServerResponse, afterMs = 0): true {
  setTimeout(() => response.writeHead(204).end(), afterMs).unref()
  return true
}

/** Programs of somebody else, each with a habit of its own. */
const HABITS = {
  'at-once': () => take,
  slow: (random) => (response) => take(response, random.between(1, SLOW_MS)),
  refuses: (random) => {
    let left = 0
    return (response) => {
      if (left === 0 && random.is(0.01)) left = CALLS_DOWN
      if (left === 0 && random.is(0.9)) return take(response)
      left = Math.max(0, left - 1)
      response.writeHead(random.pick(REFUSALS)).end('Not now.')
      return false
    }
  },
  late: (random) => (response) => take(response, random.is(0.01) ? LATE_MS : 0),
  'never-answers': (random) => (response) => (random.is(0.99) ? take(response) : random.is(0.5)),
  // Whoever took an event and is cut off before the shop knows is told again.
  twice: (random) => (response) => {
    if (random.is(0.9)) return take(response)
    response.destroy()
    return true
  },
} satisfies Record<string, (random: Random) => Habit>

interface Taken {
  body: string
  times: number
}

/** An address that is told of changes, and what it took, in the order in which it first did. */
export interface Receiver {
  name: string
  url: string
  /** Those that may sign, as far as they are known. */
  secrets: Set<string>
  taken: Map<string, Taken>
  calls: number
}

function keep(receiver: Receiver, event: Received, faults: string[]): void {
  const before = receiver.taken.get(event.id)
  if (before && before.body !== event.body) faults.push(`${receiver.name}: ${event.id} came with another body`)
  receiver.taken.set(event.id, { body: event.body, times: (before?.times ?? 0) + 1 })
}

function checkSignature({ name, secrets }: Receiver, event: Received, faults: string[]): void {
  const { id, timestamp } = event
  if (![...secrets].some((secret) => isSigned(event, secret))) faults.push(`${name}: ${id} is not signed`)
  const skew = Math.abs(Date.now() / 1000 - timestamp)
  if (!(skew < MOST_SKEW_SECONDS)) faults.push(`${name}: ${id} is signed for another time, ${timestamp}`)
}

/** Starts a program for each habit, on this machine. What must never come is added to the faults. */
export async function openReceivers(random: Random, faults: string[]) {
  const receivers: Receiver[] = []
  const servers: Server[] = []
  for (const [name, habitOf] of Object.entries(HABITS)) {
    const habit = habitOf(random.branch(name))
    const receiver: Receiver = { name, url: '', secrets: new Set(), taken: new Map(), calls: 0 }
    const server = createServer((request, response) => {
      const answer = (event: Received) => {
        receiver.calls += 1
        checkSignature(receiver, event, faults)
        if (habit(response)) keep(receiver, event, faults)
      }
      // Whoever calls may be killed meanwhile.
      readEvent(request).then(answer, () => response.destroy())
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    receiver.url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hooks/${name}`
    receivers.push(receiver)
    servers.push(server)
  }
  const close = () => {
    for (const server of servers) server.closeAllConnections()
    for (const server of servers) server.close()
  }
  return { receivers, close }
}
