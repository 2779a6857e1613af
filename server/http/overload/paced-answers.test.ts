import { expect, onTestFinished, test, vi } from 'vitest'

import { PacedAnswers } from '#server/http/overload/paced-answers.ts'

function ask(count: number, name: string, share = 1) {
  const answered: number[] = []
  const answers = paced()
  for (let index = 0; index < count; index += 1) answers.send([{ name, share }], () => answered.push(index))
  return answered
}

let shared: PacedAnswers | undefined
const paced = () => (shared ??= new PacedAnswers())

function withClock(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  shared = undefined
  onTestFinished(() => void vi.useRealTimers())
}

test('a network gets so many answers at once, the others wait for the next ticks in their order', () => {
  withClock()
  const flood = ask(50, '203.0.113.1')
  const other = ask(1, '203.0.113.2')
  const neighbours = ask(50, '198.51.100.0/24', 8)
  expect([flood.length, other.length, neighbours.length]).toEqual([10, 1, 50])
  vi.advanceTimersByTime(50)
  expect(flood.length).toBe(20)
  vi.advanceTimersByTime(150)
  expect(flood).toEqual(Array.from({ length: 50 }, (_, index) => index))
})

test('whoever asks slowly never waits, and nothing runs when nobody asks', () => {
  withClock()
  for (let turn = 0; turn < 5; turn += 1) {
    expect(ask(10, '203.0.113.1').length).toBe(10)
    vi.advanceTimersByTime(100)
  }
  vi.advanceTimersByTime(100)
  expect(vi.getTimerCount()).toBe(0)
})

test('no answer waits longer than a second, however many wait', () => {
  withClock()
  const flood = ask(5000, '203.0.113.1')
  vi.advanceTimersByTime(900)
  expect(flood.length).toBe(10 * 19)
  vi.advanceTimersByTime(100)
  expect(flood.length).toBe(5000)
})

test('many addresses of one large network count as the large one', () => {
  withClock()
  const answers = paced()
  const large = { name: '198.51.100.0/24', share: 8 }
  let answered = 0
  for (let index = 0; index < 150; index += 1) {
    answers.send([{ name: `198.51.100.${index}`, share: 1 }, large], () => (answered += 1))
  }
  expect(answered).toBe(80)
  vi.advanceTimersByTime(50)
  expect(answered).toBe(150)
})
