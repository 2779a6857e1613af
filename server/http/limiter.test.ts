import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { Limiter } from '#server/http/limiter.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Work that goes on until it is told to end. */
function piece() {
  const ending = Promise.withResolvers<void>()
  const state = { hasBegun: false }
  const work = () => {
    state.hasBegun = true
    return ending.promise
  }
  return { work, state, end: ending.resolve }
}

const settleAll = () => new Promise((resolve) => setImmediate(resolve))

test('so many run at once, the others in the order in which they came', async () => {
  const limiter = new Limiter({ atOnce: 2, stalledMs: 100, timeoutMs: 500 })
  const pieces = Array.from({ length: 4 }, piece)
  const runs = pieces.map(({ work }) => limiter.run(work))
  const begun = () => pieces.map(({ state }) => state.hasBegun)
  await settleAll()
  expect(begun()).toEqual([true, true, false, false])
  pieces[1]?.end()
  await settleAll()
  expect(begun()).toEqual([true, true, true, false])
  for (const { end } of pieces) end()
  await Promise.all(runs)
  expect(begun()).toEqual([true, true, true, true])
})

test('a failure gives the place to the next one', async () => {
  const limiter = new Limiter({ atOnce: 1, stalledMs: 100, timeoutMs: 500 })
  const failing = limiter.run(() => Promise.reject(new Error('broken')))
  const next = limiter.run(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('a crowd that comes at once may line up; once the line stands, whoever comes is turned away at once', async () => {
  const limiter = new Limiter({ atOnce: 1, stalledMs: 100, timeoutMs: 500 })
  const [first, second] = [piece(), piece()]
  const runs = [first, second].map(({ work }) => limiter.run(work))
  vi.advanceTimersByTime(99)
  expect(() => limiter.checkCapacity()).not.toThrow()
  vi.advanceTimersByTime(1)
  expect(() => limiter.checkCapacity()).toThrow(
    expect.objectContaining({ code: 'unavailable', retryAfterSeconds: expect.any(Number) }),
  )
  await expect(limiter.run(async () => 'too late')).rejects.toMatchObject({ code: 'unavailable' })
  first.end()
  await settleAll()
  expect(() => limiter.checkCapacity()).not.toThrow()
  second.end()
  await Promise.all(runs)
  expect(limiter.rejected).toBe(2)
})

test('where nothing ends any more, whoever comes is turned away at once', async () => {
  const limiter = new Limiter({ atOnce: 2, stalledMs: 100, timeoutMs: 500 })
  const [stuck, other] = [piece(), piece()]
  const runs = [limiter.run(stuck.work)]
  vi.advanceTimersByTime(1000)
  expect(() => limiter.checkCapacity()).not.toThrow()
  runs.push(limiter.run(other.work))
  vi.advanceTimersByTime(99)
  expect(() => limiter.checkCapacity()).not.toThrow()
  vi.advanceTimersByTime(1)
  expect(() => limiter.checkCapacity()).toThrow(expect.objectContaining({ code: 'unavailable' }))
  for (const { end } of [stuck, other]) end()
  await Promise.all(runs)
  expect(() => limiter.checkCapacity()).not.toThrow()
})

test('whoever has waited too long is turned away, though nothing ends', async () => {
  const limiter = new Limiter({ atOnce: 1, stalledMs: 1000, timeoutMs: 500 })
  const [stuck, late, later] = [piece(), piece(), piece()]
  const running = limiter.run(stuck.work)
  const outcomes: string[] = []
  const note = (name: string, run: Promise<unknown>) =>
    run.then(
      () => outcomes.push(`${name} ran`),
      () => outcomes.push(`${name} was turned away`),
    )
  const waits = [note('late', limiter.run(late.work))]
  vi.advanceTimersByTime(300)
  waits.push(note('later', limiter.run(later.work)))
  vi.advanceTimersByTime(200)
  await settleAll()
  expect(outcomes).toEqual(['late was turned away'])
  vi.advanceTimersByTime(300)
  await Promise.all(waits)
  expect(outcomes).toEqual(['late was turned away', 'later was turned away'])
  expect([late.state.hasBegun, later.state.hasBegun]).toEqual([false, false])
  stuck.end()
  await running
  expect(await limiter.run(async () => 'free again')).toBe('free again')
})

test('nothing is begun for somebody who has gone', async () => {
  const limiter = new Limiter({ atOnce: 1, stalledMs: 100, timeoutMs: 500 })
  const [first, gone, here] = [piece(), piece(), piece()]
  const running = limiter.run(first.work)
  const left = limiter.run(gone.work, () => true)
  const stays = limiter.run(here.work, () => false)
  first.end()
  await expect(left).rejects.toMatchObject({ code: 'unavailable' })
  here.end()
  await Promise.all([running, stays])
  expect([gone.state.hasBegun, here.state.hasBegun]).toEqual([false, true])
})
