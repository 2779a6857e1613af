import { afterEach, expect, test, vi } from 'vitest'

import { createClient } from '#contract/api/api-client.ts'

afterEach(() => void vi.useRealTimers())

test('a client whose clock is wrong counts from the server’s once it has an answer', async () => {
  vi.useFakeTimers({ now: Date.parse('2031-12-01T00:00:00Z') })
  const client = createClient(async () => Response.json([], { headers: { date: 'Thu, 26 Nov 2026 02:00:00 GMT' } }))
  expect(client.now()).toBe(Date.parse('2031-12-01T00:00:00Z'))
  await client.list('/admin/getallcontacts')
  vi.advanceTimersByTime(5000)
  // Of its second the header says the beginning: at 02:00:00.9 something may have happened that lies behind.
  expect(new Date(client.now()).toISOString()).toBe('2026-11-26T02:00:06.000Z')
})
