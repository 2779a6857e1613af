import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createOutdateLater } from '#server/cache/outdate-later.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

function record() {
  const outdated: string[] = []
  const outdateLater = createOutdateLater({ outdate: (...tags) => void outdated.push(...tags) })
  return { outdated, outdateLater }
}

test('each tag is outdated at its moment, and at the later one if it has got two', () => {
  const { outdated, outdateLater } = record()
  outdateLater('one', 3000)
  outdateLater('other', 1000)
  outdateLater('over', -5)
  vi.advanceTimersByTime(0)
  expect(outdated).toEqual(['over'])
  vi.advanceTimersByTime(1000)
  expect(outdated).toEqual(['over', 'other'])
  outdateLater('one', 100_000)
  vi.advanceTimersByTime(3000)
  expect(outdated).toEqual(['over', 'other'])
  vi.advanceTimersByTime(200_000)
  expect(outdated).toEqual(['over', 'other', 'one'])
})

test('a clock that somebody sets is noticed', () => {
  const { outdated, outdateLater } = record()
  outdateLater('one', 3_600_000)
  vi.setSystemTime(3_600_000)
  vi.advanceTimersByTime(20_000)
  expect(outdated).toEqual(['one'])
})
