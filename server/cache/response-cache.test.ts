import { expect, onTestFinished, test, vi } from 'vitest'

import { ResponseCache } from '#server/cache/response-cache.ts'
import { CATALOGUE, followTags } from '#server/cache/tags.ts'
import { tooBusy, unavailable } from '#server/errors.ts'
import { Limiter } from '#server/http/overload/concurrency-limiter.ts'
import { CompressedResponse } from '#server/http/responses/compressed-response.ts'

async function openCache(maxBytes = 100_000) {
  const tags = await followTags({ listen: async () => async () => {} })
  const cache = new ResponseCache(tags, maxBytes)
  const shared = (text: string, since = tags.now()) => ({
    response: new CompressedResponse(text, {}),
    tags: [CATALOGUE],
    since,
  })
  return { cache, shared, change: () => tags.outdate(CATALOGUE) }
}

const textOf = async (asked: ReturnType<ResponseCache['get']>) =>
  (await (await asked).response.body(undefined)).toString()

test('requests at the same moment share one making', async () => {
  const { cache, shared } = await openCache()
  let made = 0
  const make = async () => shared(`${++made}`)
  const texts = await Promise.all([cache.get('a', make), cache.get('a', make), cache.get('b', make)].map(textOf))
  expect(texts).toEqual(['1', '1', '2'])
})

test('a request after a change does not get what was begun before it, and many such share the next making', async () => {
  const { cache, shared, change } = await openCache()
  let made = 0
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const make = async () => {
    const response = shared(`${++made}`)
    if (made === 1) await mayEnd
    return response
  }
  const early = cache.get('a', make)
  change()
  const late = [cache.get('a', make), cache.get('a', make), cache.get('a', make)]
  end()
  const texts = await Promise.all([early, ...late].map(textOf))
  expect(texts).toEqual(['1', '2', '2', '2'])
  expect(made).toBe(2)
})

test('nobody waits for ever if everything is outdated at once', async () => {
  const { cache, shared, change } = await openCache()
  const make = async () => {
    const response = shared('new')
    change()
    return response
  }
  const texts = await Promise.all(Array.from({ length: 5 }, () => textOf(cache.get('a', make))))
  expect(texts).toEqual(Array(5).fill('new'))
})

test('all who wait get the failure, and it is not cached', async () => {
  const { cache, shared } = await openCache()
  const fail = () => Promise.reject(new Error('no database'))
  const results = await Promise.allSettled([cache.get('a', fail), cache.get('a', fail)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await textOf(cache.get('a', async () => shared('there')))).toBe('there')
})

test('the least recently used one goes when there is no room', async () => {
  const { cache, shared } = await openCache(9000)
  let made = 0
  const ask = (key: string) =>
    cache.get(key, async () => {
      made += 1
      return shared('x'.repeat(40))
    })
  await ask('a')
  await ask('b')
  await ask('a')
  await ask('c')
  expect(made).toBe(3)
  await ask('a')
  expect(made).toBe(3)
  await ask('b')
  expect(made).toBe(4)
})

/** A cache with an answer that is outdated. */
async function outdatedCache() {
  const { cache, shared, change } = await openCache()
  await cache.get('a', async () => shared('old'))
  change()
  return { cache, shared }
}

test('while the database is away the last answer is sent, and the next one that can be made replaces it', async () => {
  const { cache, shared } = await outdatedCache()
  const cutOff = () => Promise.reject(unavailable('cut off'))
  for (let times = 0; times < 3; times += 1) expect(await textOf(cache.get('a', cutOff))).toBe('old')
  await expect(cache.get('b', cutOff)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await textOf(cache.get('a', async () => shared('new')))).toBe('new')
})

test('where nothing ends the last answer is sent, but not to a call for which there is no room', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { cache } = await outdatedCache()
  const limiter = new Limiter('test', { atOnce: 1, stalledMs: 1500 })
  void limiter.run(() => new Promise(() => {}))
  const limited = () => limiter.run(() => Promise.reject(new Error('begun')))
  vi.advanceTimersByTime(1500)
  expect(await textOf(cache.get('a', limited))).toBe('old')
  await expect(cache.get('b', limited)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(cache.get('a', () => Promise.reject(tooBusy()))).rejects.toMatchObject({ code: 'unavailable' })
})

test('any other failure is thrown', async () => {
  const { cache } = await outdatedCache()
  await expect(cache.get('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

test('if a new answer takes for ever the last one is sent', async () => {
  vi.useFakeTimers()
  try {
    const { cache } = await outdatedCache()
    const shown = textOf(cache.get('a', () => new Promise(() => {})))
    await vi.advanceTimersByTimeAsync(4000)
    expect(await shown).toBe('old')
  } finally {
    vi.useRealTimers()
  }
})
