import { expect, test } from 'vitest'

import { askTogether } from '#server/db/ask-together.ts'

/** Somebody who is asked, and answers when told to. */
function listener() {
  const heard: {
    keys: readonly string[]
    answer: (found: Map<string, string>) => void
    fail: (error: Error) => void
  }[] = []
  const ask = askTogether(
    (keys) =>
      new Promise<Map<string, string>>((answer, fail) => {
        heard.push({ keys, answer, fail })
      }),
  )
  return { heard, ask }
}

const echo = (keys: readonly string[]) => new Map(keys.map((key) => [key, `found ${key}`]))
const untilHeard = (heard: readonly unknown[], times: number) => expect.poll(() => heard.length).toBe(times)

test('what is asked at one moment is one question, and each gets the answer to their own', async () => {
  const { heard, ask } = listener()
  const answers = Promise.all([ask('a'), ask('b'), ask('a'), ask('c')])
  await untilHeard(heard, 1)
  expect(heard[0]?.keys).toEqual(['a', 'b', 'c'])
  heard[0]?.answer(echo(['a', 'b']))
  expect(await answers).toEqual(['found a', 'found b', 'found a', undefined])
})

test('whoever asks after the question has gone gets an answer of their own', async () => {
  const { heard, ask } = listener()
  const early = ask('a')
  await untilHeard(heard, 1)
  const late = ask('a')
  await untilHeard(heard, 2)
  heard[1]?.answer(new Map())
  expect(await late).toBeUndefined()
  heard[0]?.answer(echo(['a']))
  expect(await early).toBe('found a')
})

test('while two questions are on their way the next ones gather', async () => {
  const { heard, ask } = listener()
  const first = ask('a')
  await untilHeard(heard, 1)
  const second = ask('b')
  await untilHeard(heard, 2)
  const rest = Promise.all([ask('c'), ask('d')])
  await new Promise((resolve) => setImmediate(resolve))
  expect(heard).toHaveLength(2)
  heard[0]?.answer(echo(['a']))
  await untilHeard(heard, 3)
  expect(heard[2]?.keys).toEqual(['c', 'd'])
  heard[1]?.answer(echo(['b']))
  heard[2]?.answer(echo(['c', 'd']))
  expect(await Promise.all([first, second, rest])).toEqual(['found a', 'found b', ['found c', 'found d']])
})

test('a failure reaches everybody who asked, and the next ones are asked anew', async () => {
  const { heard, ask } = listener()
  const answers = Promise.allSettled([ask('a'), ask('b')])
  await untilHeard(heard, 1)
  heard[0]?.fail(new Error('cut off'))
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const again = ask('a')
  await untilHeard(heard, 2)
  heard[1]?.answer(echo(['a']))
  expect(await again).toBe('found a')
})
