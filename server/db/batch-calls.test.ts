import { expect, test } from 'vitest'

import { batchCalls } from '#server/db/batch-calls.ts'

/** Batched questions that wait until the test answers them. */
function controlledBatch() {
  const heard: {
    questions: readonly string[]
    answer: (answers: readonly string[]) => void
    fail: (error: Error) => void
  }[] = []
  const ask = batchCalls<string, string>(
    (questions) =>
      new Promise((answer, fail) => {
        heard.push({ questions, answer, fail })
      }),
  )
  return { heard, ask }
}

const echo = (questions: readonly string[] = []) => questions.map((question) => `found ${question}`)
const untilHeard = async (heard: readonly unknown[], times: number) => {
  await expect.poll(() => heard.length).toBe(times)
}

test('questions of one moment are one statement, and each caller gets their own answer', async () => {
  const { heard, ask } = controlledBatch()
  const answers = Promise.all([ask('a'), ask('b'), ask('a'), ask('c')])
  await untilHeard(heard, 1)
  expect(heard[0]?.questions).toEqual(['a', 'b', 'a', 'c'])
  heard[0]?.answer(['1', '2', '3', '4'])
  expect(await answers).toEqual(['1', '2', '3', '4'])
})

test('while a statement runs the next questions gather and are answered by another one', async () => {
  const { heard, ask } = controlledBatch()
  const early = ask('a')
  await untilHeard(heard, 1)
  const late = Promise.all([ask('a'), ask('b')])
  await new Promise((resolve) => setImmediate(resolve))
  expect(heard).toHaveLength(1)
  heard[0]?.answer(['before'])
  await untilHeard(heard, 2)
  expect(heard[1]?.questions).toEqual(['a', 'b'])
  heard[1]?.answer(['after', 'too'])
  expect(await early).toBe('before')
  expect(await late).toEqual(['after', 'too'])
})

test('everybody who asked gets the failure, and the next questions are asked anew', async () => {
  const { heard, ask } = controlledBatch()
  const answers = Promise.allSettled([ask('a'), ask('b')])
  await untilHeard(heard, 1)
  heard[0]?.fail(new Error('cut off'))
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const again = ask('a')
  await untilHeard(heard, 2)
  heard[1]?.answer(echo(['a']))
  expect(await again).toBe('found a')
})

test('while three statements hang the next ones are answered, each after a moment only', async () => {
  const { heard, ask } = controlledBatch()
  const hanging: Promise<string>[] = []
  for (const question of ['a', 'b', 'c']) {
    hanging.push(ask(question))
    await untilHeard(heard, hanging.length)
  }
  for (const [index, question] of ['d', 'e', 'f'].entries()) {
    const next = ask(question)
    await untilHeard(heard, 3 + index + 1)
    heard[3 + index]?.answer(echo([question]))
    expect(await next).toBe(`found ${question}`)
  }
  for (const [index, question] of ['a', 'b', 'c'].entries()) heard[index]?.answer(echo([question]))
  expect(await Promise.all(hanging)).toEqual(['found a', 'found b', 'found c'])
})

test('at most four statements run at once, however many of them hang', async () => {
  const { heard, ask } = controlledBatch()
  const hanging: Promise<string>[] = []
  for (const question of ['a', 'b', 'c', 'd']) {
    hanging.push(ask(question))
    await untilHeard(heard, hanging.length)
  }
  const last = [ask('e'), ask('f')]
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(heard).toHaveLength(4)
  heard[0]?.answer(echo(['a']))
  await untilHeard(heard, 5)
  expect(heard[4]?.questions).toEqual(['e', 'f'])
  for (const { questions, answer } of heard) answer(echo(questions))
  expect(await Promise.all([...hanging, ...last])).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((one) => `found ${one}`))
})
