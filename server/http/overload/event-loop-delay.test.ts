import { expect, test } from 'vitest'

import { createLimiters } from '#server/http/overload/concurrency-limits.ts'
import { watchEventLoop } from '#server/http/overload/event-loop-delay.ts'

/** Keeps the process busy without a pause, so that no timer runs. */
function workFor(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

const beginCalls = (isBehind: () => boolean, count: number) => Array.from({ length: count }, isBehind)

test('new calls are rejected once many were begun without a pause for three seconds', () => {
  const eventLoop = watchEventLoop()
  expect(beginCalls(eventLoop.isBehind, 300)).not.toContain(true)
  workFor(3000)
  expect(eventLoop.isBehind()).toBe(true)
  eventLoop.stop()
})

test('a process that only did not get the processor rejects no call', () => {
  const eventLoop = watchEventLoop()
  workFor(3000)
  expect(beginCalls(eventLoop.isBehind, 300)).not.toContain(true)
  eventLoop.stop()
})

test('calls are accepted again after the pause', async () => {
  const eventLoop = watchEventLoop()
  beginCalls(eventLoop.isBehind, 300)
  workFor(3000)
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(eventLoop.isBehind()).toBe(false)
  eventLoop.stop()
})

test('a process that is behind accepts checkout and rejects other calls', async () => {
  const { checkout, calls, processor } = createLimiters(() => true)
  expect(await checkout.run(async () => 'paid')).toBe('paid')
  for (const limiter of [calls, processor]) {
    await expect(limiter.run(async () => 'looked')).rejects.toMatchObject({ code: 'unavailable' })
  }
})
