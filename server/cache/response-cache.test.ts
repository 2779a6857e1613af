import { expect, test, vi } from 'vitest'

import { unavailable } from '#server/errors.ts'
import { AnswerCache, chosenEncoding, finishAnswer } from '#server/cache/response-cache.ts'

const keptFor = (text: string, isCurrent: () => boolean) => ({ answer: finishAnswer(text, {}), isCurrent })
const textOf = async (asked: ReturnType<AnswerCache['get']>) => (await (await asked)?.answer.body.read())?.toString()

test('those who ask at once share one making', async () => {
  const cache = new AnswerCache(100_000)
  let made = 0
  const make = async () => keptFor(`${++made}`, () => true)
  const texts = await Promise.all([cache.get('a', make), cache.get('a', make), cache.get('b', make)].map(textOf))
  expect(texts).toEqual(['1', '1', '2'])
})

test('who asks after a change does not get what was begun before it, and many such share the next making', async () => {
  const cache = new AnswerCache(100_000)
  let state = 1
  let made = 0
  const { promise: isChanged, resolve: change } = Promise.withResolvers<void>()
  const make = async () => {
    const seen = state
    made += 1
    if (seen === 1) await isChanged
    return keptFor(`${seen}`, () => seen === state)
  }
  const early = cache.get('a', make)
  state = 2
  const late = [cache.get('a', make), cache.get('a', make), cache.get('a', make)]
  change()
  const texts = await Promise.all([early, ...late].map(textOf))
  expect(texts).toEqual(['1', '2', '2', '2'])
  expect(made).toBe(2)
})

test('nobody waits for ever where everything is outdated at once', async () => {
  const cache = new AnswerCache(100_000)
  const make = async () => keptFor('new', () => false)
  const texts = await Promise.all(Array.from({ length: 5 }, () => textOf(cache.get('a', make))))
  expect(texts).toEqual(Array(5).fill('new'))
})

test('a failure is told to all who wait for it, and not kept', async () => {
  const cache = new AnswerCache(100_000)
  const fail = () => Promise.reject(new Error('no database'))
  const results = await Promise.allSettled([cache.get('a', fail), cache.get('a', fail)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await textOf(cache.get('a', async () => keptFor('there', () => true)))).toBe('there')
})

test('an answer that was asked for compressed makes room for others', async () => {
  const cache = new AnswerCache(300_000)
  let made = 0
  const ask = async (key: string) => {
    const kept = await cache.get(key, async () => {
      made += 1
      return keptFor(key.repeat(200_000), () => true)
    })
    await kept?.answer.body.read('br')
  }
  for (const key of ['a', 'b', 'c', 'a', 'b', 'c']) await ask(key)
  expect(made).toBe(3)
})

test('the one that was used least recently goes when there is no room', async () => {
  const cache = new AnswerCache(9000)
  let made = 0
  const ask = (key: string) =>
    cache.get(key, async () => {
      made += 1
      return keptFor('x'.repeat(40), () => true)
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
  const cache = new AnswerCache(100_000)
  await cache.get('a', async () => keptFor('old', () => false))
  return cache
}

test('while the database cannot be asked the last answer is shown, and the next that can be made replaces it', async () => {
  const cache = await outdatedCache()
  const cutOff = () => Promise.reject(unavailable('cut off'))
  for (let times = 0; times < 3; times += 1) expect(await textOf(cache.get('a', cutOff))).toBe('old')
  await expect(cache.get('b', cutOff)).rejects.toMatchObject({ code: 'unavailable' })
  expect(await textOf(cache.get('a', async () => keptFor('new', () => true)))).toBe('new')
})

test('any other failure is told', async () => {
  const cache = await outdatedCache()
  await expect(cache.get('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

test('where a new answer takes for ever the last one is shown', async () => {
  vi.useFakeTimers()
  try {
    const cache = await outdatedCache()
    const shown = textOf(cache.get('a', () => new Promise(() => {})))
    await vi.advanceTimersByTimeAsync(4000)
    expect(await shown).toBe('old')
  } finally {
    vi.useRealTimers()
  }
})

test.for([
  ['gzip, deflate, br', 'br'],
  ['GZIP;q=0.5, x-br', 'gzip'],
  ['br;Q=0, zstd;q=0.0, gzip', 'gzip'],
  ['br;q=0', undefined],
  ['x-br', undefined],
  [undefined, undefined],
] as const)('who accepts %s gets %s', ([accepted, encoding]) => {
  expect(chosenEncoding(accepted)).toBe(encoding)
})
