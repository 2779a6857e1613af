import { expect, test } from 'vitest'

import { together } from '#server/db/together.ts'

/** Somebody who is asked, and answers when told to. */
function listener(nameOf?: (question: string) => string) {
  const heard: {
    questions: readonly string[]
    answer: (answers: readonly string[]) => void
    fail: (error: Error) => void
  }[] = []
  const ask = together<string, string>(
    (questions) =>
      new Promise((answer, fail) => {
        heard.push({ questions, answer, fail })
      }),
    nameOf,
  )
  return { heard, ask }
}

const echo = (questions: readonly string[] = []) => questions.map((question) => `found ${question}`)
const untilHeard = (heard: readonly unknown[], times: number) => expect.poll(() => heard.length).toBe(times)

test('what is asked at one moment is one question, and each gets the answer to their own', async () => {
  const { heard, ask } = listener()
  const answers = Promise.all([ask('a'), ask('b'), ask('a'), ask('c')])
  await untilHeard(heard, 1)
  expect(heard[0]?.questions).toEqual(['a', 'b', 'a', 'c'])
  heard[0]?.answer(['1', '2', '3', '4'])
  expect(await answers).toEqual(['1', '2', '3', '4'])
})

test('while a question is on its way the next ones gather, and get an answer of their own', async () => {
  const { heard, ask } = listener()
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

test('of two questions with one name the later one goes with the next ones', async () => {
  const { heard, ask } = listener((question) => question.slice(0, 1))
  const answers = Promise.all([ask('a1'), ask('a2'), ask('b1'), ask('a3')])
  for (const [index, questions] of [['a1', 'b1'], ['a2'], ['a3']].entries()) {
    await untilHeard(heard, index + 1)
    expect(heard[index]?.questions).toEqual(questions)
    heard[index]?.answer(echo(questions))
  }
  expect(await answers).toEqual(['found a1', 'found a2', 'found b1', 'found a3'])
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

test('a question that hangs keeps the next ones waiting for a moment only, and two that hang for as long as they do', async () => {
  const { heard, ask } = listener()
  const hanging = ask('a')
  await untilHeard(heard, 1)
  for (const [index, question] of [
    [1, 'b'],
    [2, 'c'],
  ] as const) {
    const next = ask(question)
    await untilHeard(heard, index + 1)
    heard[index]?.answer(echo([question]))
    expect(await next).toBe(`found ${question}`)
  }
  const second = ask('d')
  await untilHeard(heard, 4)
  const last = ask('e')
  await new Promise((resolve) => setTimeout(resolve, 700))
  expect(heard).toHaveLength(4)
  heard[0]?.answer(echo(['a']))
  await untilHeard(heard, 5)
  heard[3]?.answer(echo(['d']))
  heard[4]?.answer(echo(['e']))
  expect(await Promise.all([hanging, second, last])).toEqual(['found a', 'found d', 'found e'])
})
