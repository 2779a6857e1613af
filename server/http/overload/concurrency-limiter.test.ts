import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { STALLED, unavailable } from '#server/errors.ts'
import type { Caller } from '#server/http/overload/caller-queue.ts'
import { Limiter } from '#server/http/overload/concurrency-limiter.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Work that runs until the test ends it. */
function controlledWork() {
  const ending = Promise.withResolvers<void>()
  const state = { hasBegun: false }
  const work = () => {
    state.hasBegun = true
    return ending.promise
  }
  return { work, state, end: ending.resolve }
}

/** Starts numbered works: the order in which they begin is noted, and each runs until the test ends it. */
function startWorks(limiter: Limiter, callers: readonly Caller[]) {
  const ends = callers.map(() => Promise.withResolvers<void>())
  const begun: number[] = []
  const results = ends.map(({ promise }, index) =>
    limiter.run(async () => {
      begun.push(index)
      await promise
      return index
    }, callers[index]),
  )
  for (const result of results) void result.catch(() => undefined)
  return {
    begun,
    results,
    end: (index: number) => ends[index]?.resolve(),
    fail: (index: number) => ends[index]?.reject(new Error('no')),
  }
}

/** Waits in turns of the event loop, because the clock of the tests stands still. */
async function turnsUntil(isSo: () => boolean): Promise<void> {
  while (!isSo()) await settleAll()
}

const settleAll = () => new Promise((resolve) => setImmediate(resolve))

test('a limited number of calls runs at once, the others in the order in which they came', async () => {
  const limiter = new Limiter('test', { atOnce: 2, stalledMs: 100, timeoutMs: 500 })
  const works = Array.from({ length: 4 }, controlledWork)
  const runs = works.map(({ work }) => limiter.run(work))
  const begun = () => works.map(({ state }) => state.hasBegun)
  await settleAll()
  expect(begun()).toEqual([true, true, false, false])
  works[1]?.end()
  await settleAll()
  expect(begun()).toEqual([true, true, true, false])
  for (const { end } of works) end()
  await Promise.all(runs)
  expect(begun()).toEqual([true, true, true, true])
})

test('a call that fails gives its place to the next one', async () => {
  const limiter = new Limiter('test', { atOnce: 1, stalledMs: 100, timeoutMs: 500 })
  const failing = limiter.run(() => Promise.reject(new Error('broken')))
  const next = limiter.run(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('many calls at once may wait; once the queue does not move, new calls are rejected at once', async () => {
  const limiter = new Limiter('test', { atOnce: 1, stalledMs: 100, timeoutMs: 500 })
  const [first, second] = [controlledWork(), controlledWork()]
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

test('once no call ends any more, new calls are rejected at once', async () => {
  const limiter = new Limiter('test', { atOnce: 2, stalledMs: 100, timeoutMs: 500 })
  const [stuck, other] = [controlledWork(), controlledWork()]
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

test('once no call of a network that has all of its places ends any more, its new calls are rejected as stalled', async () => {
  const limiter = new Limiter('test', { atOnce: 4, atOnceOfOne: 2, isPaced: true, stalledMs: 100, timeoutMs: 500 })
  const { begun, end, results } = startWorks(limiter, from('stuck', 'stuck', 'stuck'))
  await turnsUntil(() => begun.length === 2)
  vi.advanceTimersByTime(100)
  const [stuck = {}, other = {}] = from('stuck', 'other')
  await expect(limiter.run(async () => 'too late', stuck)).rejects.toMatchObject({ cause: STALLED })
  expect(await limiter.run(async () => 'begun', other)).toBe('begun')
  vi.advanceTimersByTime(400)
  await expect(results[2]).rejects.toMatchObject({ cause: STALLED })
  end(0)
  await results[0]
  expect(await limiter.run(async () => 'begun', stuck)).toBe('begun')
  end(1)
})

test('a call that has waited too long is rejected, though no other call ends', async () => {
  const limiter = new Limiter('test', { atOnce: 1, stalledMs: 1000, timeoutMs: 500 })
  const [stuck, late, later] = [controlledWork(), controlledWork(), controlledWork()]
  const running = limiter.run(stuck.work)
  const outcomes: string[] = []
  const note = (name: string, run: Promise<unknown>) =>
    run.then(
      () => outcomes.push(`${name} ran`),
      () => outcomes.push(`${name} was rejected`),
    )
  const waits = [note('late', limiter.run(late.work))]
  vi.advanceTimersByTime(300)
  waits.push(note('later', limiter.run(later.work)))
  vi.advanceTimersByTime(200)
  await settleAll()
  expect(outcomes).toEqual(['late was rejected'])
  vi.advanceTimersByTime(300)
  await Promise.all(waits)
  expect(outcomes).toEqual(['late was rejected', 'later was rejected'])
  expect([late.state.hasBegun, later.state.hasBegun]).toEqual([false, false])
  stuck.end()
  await running
  expect(await limiter.run(async () => 'free again')).toBe('free again')
})

test('a call that goes through two limiters waits no longer than in one, and its work is no waiting', async () => {
  const limits = { atOnce: 1, timeoutMs: 500, countsAllWaits: true }
  const [first, second] = [1, 2].map(() => new Limiter('test', limits)) as [Limiter, Limiter]
  const [before, own, inSecond] = [controlledWork(), controlledWork(), controlledWork()]
  const running = [first.run(before.work), second.run(inSecond.work)]
  const caller: Caller = {}
  let outcome = 'waits'
  const run = first
    .run(async () => {
      await own.work()
      return second.run(async () => 'ran', caller)
    }, caller)
    .then(
      (answer) => (outcome = answer),
      () => (outcome = 'was rejected'),
    )
  vi.advanceTimersByTime(300)
  before.end()
  await turnsUntil(() => own.state.hasBegun)
  vi.advanceTimersByTime(1000)
  own.end()
  await turnsUntil(() => second.calls.waiting === 1)
  vi.advanceTimersByTime(199)
  await settleAll()
  expect(outcome).toBe('waits')
  vi.advanceTimersByTime(1)
  await settleAll()
  expect(outcome).toBe('was rejected')
  inSecond.end()
  await Promise.all([...running, run])
  const another: Caller = { waitedMs: 900 }
  expect(await second.run(async () => 'finds a place', another)).toBe('finds a place')
})

test('what was waited for long in a limiter of its own patience leaves the next limiter its own', async () => {
  const patient = new Limiter('test', { atOnce: 1, timeoutMs: 30_000 })
  const next = new Limiter('test', { atOnce: 1, timeoutMs: 500, countsAllWaits: true })
  const [before, inNext] = [controlledWork(), controlledWork()]
  const running = [patient.run(before.work), next.run(inNext.work)]
  const caller: Caller = {}
  const answer = patient.run(() => next.run(async () => 'ran', caller), caller)
  vi.advanceTimersByTime(20_000)
  before.end()
  await turnsUntil(() => next.calls.waiting === 1)
  vi.advanceTimersByTime(499)
  inNext.end()
  expect(await answer).toBe('ran')
  await Promise.all(running)
})

test('no work begins for a caller that has gone', async () => {
  const limiter = new Limiter('test', { atOnce: 1, stalledMs: 100, timeoutMs: 500 })
  const [first, gone, here] = [controlledWork(), controlledWork(), controlledWork()]
  const running = limiter.run(first.work)
  const left = limiter.run(gone.work, { isGone: () => true })
  const stays = limiter.run(here.work, { isGone: () => false })
  first.end()
  await expect(left).rejects.toMatchObject({ code: 'unavailable' })
  here.end()
  await Promise.all([running, stays])
  expect([gone.state.hasBegun, here.state.hasBegun]).toEqual([false, true])
})

const anybody = (count: number): Caller[] => Array.from({ length: count }, () => ({}))
const from = (...names: string[]): Caller[] => names.map((name) => ({ groups: [{ name, share: 1 }] }))

test('without other limits any number of calls waits, and a failure frees its place', async () => {
  const limiter = new Limiter('test', { atOnce: 2 })
  const { begun, results, end, fail } = startWorks(limiter, anybody(5))
  const outcomes = Promise.allSettled(results)
  expect(begun).toEqual([0, 1])
  fail(1)
  await expect(results[1]).rejects.toThrow('no')
  expect(begun).toEqual([0, 1, 2])
  for (const index of results.keys()) end(index)
  const statuses = (await outcomes).map(({ status }) => status)
  expect(statuses).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'])
  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(await limiter.run(async () => 'free')).toBe('free')
})

test('each call gets its own result, in whatever order the calls end', async () => {
  const limiter = new Limiter('test', { atOnce: 2, maxWaiting: 10 })
  const { begun, results, end } = startWorks(limiter, anybody(4))
  expect(begun).toEqual([0, 1])
  end(1)
  await settleAll()
  expect(begun).toEqual([0, 1, 2])
  for (const index of [0, 2, 3]) end(index)
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3])
  expect(begun).toEqual([0, 1, 2, 3])
})

test('calls that fail one after the other give their places back', async () => {
  const limiter = new Limiter('test', { atOnce: 1, maxWaiting: 5 })
  const fail = () => Promise.reject(new Error('no'))
  const results = await Promise.allSettled([limiter.run(fail), limiter.run(fail), limiter.run(async () => 'done')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(await limiter.run(async () => 'again')).toBe('again')
})

test('when too many calls wait, one more is rejected at once and told when to come back', async () => {
  const limiter = new Limiter('test', { atOnce: 1, maxWaiting: 1 })
  const { results, end } = startWorks(limiter, anybody(3))
  await expect(results[2]).rejects.toMatchObject({ code: 'unavailable', status: 503, retryAfterSeconds: 5 })
  expect(limiter.rejected).toBe(1)
  for (const index of [0, 1]) end(index)
  expect(await Promise.all(results.slice(0, 2))).toEqual([0, 1])
})

test('a limiter may have an error of its own for rejected calls', async () => {
  const limiter = new Limiter('test', { atOnce: 1, maxWaiting: 0, rejection: () => unavailable('Too many pictures.') })
  const { results, end } = startWorks(limiter, anybody(2))
  await expect(results[1]).rejects.toMatchObject({ code: 'unavailable', message: 'Too many pictures.' })
  end(0)
  expect(await results[0]).toBe(0)
})

test('a group that fills the queue is served in turn with others, and makes room for them', async () => {
  const limiter = new Limiter('test', { atOnce: 1, maxWaiting: 3 })
  const flood = ['flooding', 'flooding', 'flooding', 'flooding']
  const { begun, results, end } = startWorks(limiter, from(...flood, 'guest', 'flooding'))
  // The last call of the flooding group gives way; only the first of its waiting calls is served before the guest.
  await expect(results[3]).rejects.toMatchObject({ code: 'unavailable' })
  await expect(results[5]).rejects.toMatchObject({ code: 'unavailable' })
  for (const index of results.keys()) end(index)
  await Promise.allSettled(results)
  expect(begun).toEqual([0, 1, 4, 2])
})

test('many small groups of one large group count as the large one', async () => {
  const limiter = new Limiter('test', { atOnce: 1, maxWaiting: 10 })
  const large = { name: 'large', share: 2 }
  const flood = [1, 2, 3, 4, 5, 6].map((number) => ({ groups: [{ name: `small ${number}`, share: 1 }, large] }))
  const { begun, results, end } = startWorks(limiter, [...flood, ...from('guest')])
  for (const index of results.keys()) end(index)
  await Promise.all(results)
  expect(begun).toEqual([0, 1, 6, 2, 3, 4, 5])
})

test('a limiter is idle once no call runs or waits', async () => {
  const limiter = new Limiter('test', { atOnce: 1, maxWaiting: 1 })
  const { results, end } = startWorks(limiter, anybody(2))
  let isIdle = false
  const idle = limiter.idle().then(() => (isIdle = true))
  end(0)
  await results[0]
  expect(isIdle).toBe(false)
  end(1)
  await idle
  expect(isIdle).toBe(true)
  await limiter.idle()
})

test('closing lets running calls end, rejects those that wait, and takes no more', async () => {
  const limiter = new Limiter('test', { atOnce: 1, maxWaiting: 1 })
  const { begun, results, end } = startWorks(limiter, anybody(2))
  const closed = limiter.close()
  await expect(results[1]).rejects.toMatchObject({ code: 'unavailable' })
  await expect(limiter.run(() => Promise.resolve(0))).rejects.toMatchObject({ code: 'unavailable' })
  end(0)
  await closed
  expect(await results[0]).toBe(0)
  expect(begun).toEqual([0])
})

test('a paced limiter begins one call a turn of the event loop', async () => {
  const limiter = new Limiter('test', { atOnce: 5, isPaced: true })
  const { begun, results, end } = startWorks(limiter, anybody(3))
  const turns: number[][] = [[...begun]]
  while (turns.length < 4) {
    await settleAll()
    turns.push([...begun])
  }
  expect(turns).toEqual([[], [0], [0, 1], [0, 1, 2]])
  for (const index of results.keys()) end(index)
  expect(await Promise.all(results)).toEqual([0, 1, 2])
  await limiter.idle()
})

test('what arrives while a piece of work runs goes before the next piece', async () => {
  const limiter = new Limiter('test', { atOnce: 1, isPaced: true })
  const seen: string[] = []
  const piece = (name: string) =>
    limiter.run(async () => {
      seen.push(name)
      // A cached answer needs no place: it is sent as soon as its request is read.
      setImmediate(() => seen.push(`request after ${name}`))
    })
  await Promise.all([piece('first'), piece('second')])
  expect(seen).toEqual(['first', 'request after first', 'second'])
  await settleAll()
})

test('of two networks with as many calls in the queue, those who buy go first, then those who are signed in', async () => {
  const limiter = new Limiter('test', { atOnce: 1, isPaced: true })
  const callers = [2, 1, 0].map((priority) => ({ groups: [{ name: `network ${priority}`, share: 1 }], priority }))
  const { begun, results, end } = startWorks(limiter, callers)
  for (const index of results.keys()) end(index)
  await Promise.all(results)
  expect(begun).toEqual([2, 1, 0])
})

test('whoever buys does not wait for what their own network looks at', async () => {
  const limiter = new Limiter('test', { atOnce: 1, isPaced: true })
  const groups = [{ name: 'office', share: 1 }]
  const callers = [...Array.from({ length: 5 }, () => ({ groups, priority: 2 })), { groups, priority: 0 }]
  const { begun, results, end } = startWorks(limiter, callers)
  for (const index of results.keys()) end(index)
  await Promise.all(results)
  expect(begun).toEqual([5, 0, 1, 2, 3, 4])
})

test('a network with too many calls in the queue is rejected at once, another is not', async () => {
  const limiter = new Limiter('test', { atOnce: 1, maxWaitingOfOne: 1, isPaced: true })
  const { results, end } = startWorks(limiter, from('flooding', 'flooding', 'flooding', 'guest'))
  await expect(results[2]).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: expect.any(Number) })
  expect(() => limiter.checkCapacity({ groups: [{ name: 'flooding', share: 1 }] })).toThrow('busy')
  expect(() => limiter.checkCapacity({ groups: [{ name: 'guest', share: 2 }] })).not.toThrow()
  for (const index of results.keys()) end(index)
  expect((await Promise.allSettled(results)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
})

test('a network has no more places for claiming several priorities: its more urgent calls take those of its last', async () => {
  const limiter = new Limiter('test', { atOnce: 1, maxWaitingOfOne: 1, isPaced: true })
  const groups = [{ name: 'flooding', share: 1 }]
  const { begun, results, end } = startWorks(
    limiter,
    [2, 2, 1, 1, 0, 2, 0, 0].map((priority) => ({ groups, priority })),
  )
  expect(limiter.calls.waiting).toBe(2)
  for (const index of results.keys()) end(index)
  await Promise.allSettled(results)
  expect(begun).toEqual([4, 6])
  expect(limiter.rejected).toBe(6)
})

test('what comes in one turn has as much room as what comes one after the other', async () => {
  const limits = { atOnce: 3, atOnceOfOne: 2, maxWaiting: 5, maxWaitingOfOne: 3, isPaced: true }
  for (const isAtOnce of [true, false]) {
    const limiter = new Limiter('test', limits)
    const callers = from(...Array.from({ length: 7 }, () => 'crowd'), ...Array.from({ length: 6 }, () => 'guests'))
    const parts = isAtOnce ? [callers] : callers.map((caller) => [caller])
    const works = []
    for (const part of parts) {
      works.push(startWorks(limiter, part))
      if (!isAtOnce) for (let turn = 0; turn < 3; turn += 1) await settleAll()
    }
    await turnsUntil(() => limiter.calls.running === 3)
    expect({ isAtOnce, ...limiter.calls, rejected: limiter.rejected }).toEqual({
      isAtOnce,
      running: 3,
      waiting: 5,
      rejected: 5,
    })
    for (const { results, end } of works) for (const index of results.keys()) end(index)
    await limiter.idle()
  }
})

test('a paced limiter is idle once the calls that waited have gone', async () => {
  const limiter = new Limiter('test', { atOnce: 1, isPaced: true })
  const gone = limiter.run(async () => 'no', { isGone: () => true })
  const idle = limiter.idle()
  await expect(gone).rejects.toMatchObject({ code: 'unavailable' })
  await idle
  expect(await limiter.run(async () => 'yes')).toBe('yes')
})

test('one network has only its part of the places, so that another finds one free', async () => {
  const limiter = new Limiter('test', { atOnce: 4, atOnceOfOne: 2, isPaced: true })
  const [flood = {}, other = {}] = from('flood', 'other')
  const works = Array.from({ length: 4 }, controlledWork)
  const runs = works.map(({ work }, index) => limiter.run(work, index === 3 ? other : flood))
  await expect.poll(() => works.map(({ state }) => state.hasBegun)).toEqual([true, true, false, true])
  works[0]?.end()
  await expect.poll(() => works.map(({ state }) => state.hasBegun)).toEqual([true, true, true, true])
  for (const { end } of works) end()
  await Promise.all(runs)
  expect(limiter.calls).toEqual({ running: 0, waiting: 0 })
})
