import { expect, test, vi } from 'vitest'

import { newId } from '#server/db/new-id.ts'

test('ids sort in the order in which they were made, within one millisecond and with a clock that was set back', () => {
  const ids: string[] = []
  try {
    for (const time of [1_800_000_000_000, 1_800_000_000_000, 1_799_999_999_000, 1_800_000_000_001]) {
      vi.setSystemTime(time)
      for (let each = 0; each < 500; each++) ids.push(newId())
    }
  } finally {
    vi.useRealTimers()
  }
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(2000)
  expect(ids.filter((id) => !/^[0-9a-f]{24}$/.test(id))).toEqual([])
})
