import { expect, test } from 'vitest'

import { createLimiters } from '#server/http/limiter.ts'
import { watchEventLoop } from '#server/http/event-loop-delay.ts'

/** The process works without a pause, so that no timer is heard. */
function workFor(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

const areBehind = (isBehind: () => boolean, calls: number) => Array.from({ length: calls }, isBehind)

test('calls are turned away once many were begun without a pause for three seconds', () => {
  const pulse = watchEventLoop()
  expect(areBehind(pulse.isBehind, 300)).not.toContain(true)
  workFor(3000)
  expect(pulse.isBehind()).toBe(true)
  pulse.stop()
})

test('a process that only was not given the processor turns nobody away', () => {
  const pulse = watchEventLoop()
  workFor(3000)
  expect(areBehind(pulse.isBehind, 300)).not.toContain(true)
  pulse.stop()
})

test('whoever comes after the pause is let in again', async () => {
  const pulse = watchEventLoop()
  areBehind(pulse.isBehind, 300)
  workFor(3000)
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(pulse.isBehind()).toBe(false)
  pulse.stop()
})

test('a process that is behind lets people pay, and nobody else in', async () => {
  const { checkout, calls, pages } = createLimiters(() => true)
  expect(await checkout.run(async () => 'paid')).toBe('paid')
  for (const limiter of [calls, pages]) {
    await expect(limiter.run(async () => 'looked')).rejects.toMatchObject({ code: 'unavailable' })
  }
})
