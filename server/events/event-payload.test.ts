import { expect, test } from 'vitest'

import { gathered, readNews } from '#server/events/event-payload.ts'

test('what the database announces is read, and nothing else', () => {
  expect(readNews('order insert a b')).toEqual({ kind: 'order', change: 'insert', ids: ['a', 'b'] })
  expect(readNews('contact delete')).toEqual({ kind: 'contact', change: 'delete', ids: [] })
  expect(readNews(`product update ${Array.from({ length: 101 }, String).join(' ')}`)?.ids).toEqual([])
  for (const payload of ['', 'order', 'user insert a', 'order drop a', '__proto__ insert a']) {
    expect(readNews(payload)).toBeUndefined()
  }
})

test('much news is told as little, and too many ids are no ids', () => {
  const order = (...ids: string[]) => ({ kind: 'order' as const, change: 'update' as const, ids })
  const insert = { kind: 'order' as const, change: 'insert' as const, ids: ['c'] }
  expect(gathered([order('a'), insert, order('a', 'b')])).toEqual([order('a', 'b'), insert])
  expect(gathered([order('a'), order()])).toEqual([order()])
  expect(gathered(Array.from({ length: 101 }, (_, index) => order(String(index))))).toEqual([order()])
  expect(gathered([])).toEqual([])
})
