import { mean as average } from 'd3-array'
import { expect, test } from 'vitest'

import { createRandom } from '#prove/random.ts'

import { simulate, type Times } from './simulate-queues.ts'

const FREE = { client: 0, web: 0, database: 0, rest: 0, coreWaits: { client: [], web: [] } }
const mean = (values: readonly number[]) => average(values) ?? 0

function sell(times: Times, visitorsASecond: number, processes = 1, more: { sharedCores?: number } = {}) {
  const site = { processes, connections: 14, databaseCores: 4, ...more }
  return simulate({
    site,
    times,
    visitorsASecond,
    seconds: 200,
    products: 10,
    thinkMs: 50,
    random: createRandom('test'),
  })
}

test('a simulated queue is as long as theory says', async () => {
  const times = { page: { ...FREE, web: 10 }, made: { ...FREE, web: 10 }, cart: FREE, purchase: FREE }
  // Four pages each: 50 a second of 10 ms keep one process busy half of the time. In an M/M/1 queue, which two bursts
  // of the same station are as well, that doubles the time of an answer.
  const { webBusy, timesMs, answers } = await sell(times, 12.5)
  expect(webBusy).toBeCloseTo(0.5, 1)
  expect(mean([...timesMs.page, ...timesMs.made])).toBeGreaterThan(18)
  expect(mean([...timesMs.page, ...timesMs.made])).toBeLessThan(22)
  expect(answers).toBeGreaterThan(48)
})

test('a process that waits for a core that another program has lets all of its calls wait together', async () => {
  const page = { ...FREE, web: 0.1, coreWaits: { client: [], web: [0, 0, 0, 40] } }
  const times = { page, made: FREE, cart: FREE, purchase: FREE }
  const [alone, shared] = [await sell(times, 12.5), await sell(times, 12.5, 1, { sharedCores: 2 })]
  expect(mean(alone.timesMs.page)).toBeLessThan(1)
  // Half of the 10 ms before each burst, or less where others have woken the process already.
  expect(mean(shared.timesMs.page)).toBeGreaterThan(5)
  expect(mean(shared.timesMs.page)).toBeLessThan(10)
  expect(shared.webBusy).toBeLessThan(0.02)
})

test('an order makes its page anew once in each process', async () => {
  const times = { page: { ...FREE, web: 0.1 }, made: { ...FREE, web: 1 }, cart: FREE, purchase: FREE }
  const [one, two] = [await sell(times, 30), await sell(times, 30, 2)]
  expect(one.timesMs.made.length).toBeGreaterThan(100)
  expect(two.timesMs.made.length).toBeGreaterThan(1.5 * one.timesMs.made.length)
})
