import { expect, test } from 'vitest'

import { mergeEvents, readAdminEvent } from '#server/http/events/event-payload.ts'

test('what the database announces is parsed, and nothing else', () => {
  expect(readAdminEvent('order insert a b')).toEqual({ kind: 'order', change: 'insert', ids: ['a', 'b'] })
  expect(readAdminEvent('contact delete')).toEqual({ kind: 'contact', change: 'delete', ids: [] })
  expect(readAdminEvent(`product update ${Array.from({ length: 101 }, String).join(' ')}`)?.ids).toEqual([])
  for (const payload of ['', 'order', 'user insert a', 'order drop a', '__proto__ insert a']) {
    expect(readAdminEvent(payload)).toBeUndefined()
  }
})

test('many events are merged, and too many ids become none', () => {
  const order = (...ids: string[]) => ({ kind: 'order' as const, change: 'update' as const, ids })
  const insert = { kind: 'order' as const, change: 'insert' as const, ids: ['c'] }
  expect(mergeEvents([order('a'), insert, order('a', 'b')])).toEqual([order('a', 'b'), insert])
  expect(mergeEvents([order('a'), order()])).toEqual([order()])
  expect(mergeEvents(Array.from({ length: 101 }, (_, index) => order(String(index))))).toEqual([order()])
  expect(mergeEvents([])).toEqual([])
})
