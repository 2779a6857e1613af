import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { NetworkWork } from '#server/http/overload/network-work.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const FLOOD = [{ name: '203.0.113.1', share: 1 }]
const VISITOR = [{ name: '198.51.100.1', share: 1 }]
const call = (work: NetworkWork, [network]: typeof FLOOD) => network && work.noteCall(network)

/** Works for this network one after the other, each as long as a page takes. */
function workFor(work: NetworkWork, networks: typeof FLOOD, pieces: number): void {
  for (let piece = 0; piece < pieces; piece += 1) {
    const end = work.begin(networks)
    vi.advanceTimersByTime(20)
    end()
  }
}

test('while others call, a network that has worked for long waits some six times as long as each piece takes', () => {
  const work = new NetworkWork()
  call(work, VISITOR)
  call(work, FLOOD)
  workFor(work, FLOOD, 10)
  expect(work.waitMs(FLOOD)).toBe(0)
  workFor(work, FLOOD, 10)
  const waitMs = work.waitMs(FLOOD)
  expect(waitMs).toBeGreaterThan(0)
  expect(work.waitMs(VISITOR)).toBe(0)
  vi.advanceTimersByTime(waitMs)
  expect(work.waitMs(FLOOD)).toBe(0)
  workFor(work, FLOOD, 1)
  expect(work.waitMs(FLOOD)).toBeCloseTo(20 / 0.15 - 20)
})

test('a network that calls alone never waits', () => {
  const work = new NetworkWork()
  call(work, FLOOD)
  workFor(work, FLOOD, 100)
  expect(work.waitMs(FLOOD)).toBe(0)
  call(work, VISITOR)
  expect(work.waitMs(FLOOD)).toBeGreaterThan(0)
  vi.advanceTimersByTime(2000)
  call(work, FLOOD)
  expect(work.waitMs(FLOOD)).toBe(0)
})

test('works that run at the same time are counted for no longer than they take together', () => {
  const work = new NetworkWork()
  call(work, VISITOR)
  const ends = Array.from({ length: 8 }, () => work.begin(FLOOD))
  vi.advanceTimersByTime(200)
  for (const end of ends) end()
  expect(work.waitMs(FLOOD)).toBe(0)
})

test('a large network may have the shares of its parts', () => {
  const work = new NetworkWork()
  call(work, VISITOR)
  const customers = Array.from({ length: 4 }, (_, index) => [
    { name: `2001:db8:0:${index}::/64`, share: 1 },
    { name: '2001:db8::/48', share: 4 },
  ])
  for (const networks of customers) workFor(work, networks, 10)
  expect(customers.map((networks) => work.waitMs(networks))).toEqual([0, 0, 0, 0])
})
