import { expect, test } from 'vitest'

import { createQueue } from './call-queue.ts'

test('calls begin in their order, each after the one before it, and one that fails holds up none', async () => {
  const enqueue = createQueue()
  const seen: string[] = []
  const first = Promise.withResolvers<void>()
  const calls = [
    enqueue(async (isLast) => {
      seen.push('first begins')
      await first.promise
      seen.push(`first ends, last: ${isLast()}`)
      throw new Error('refused')
    }),
    enqueue(async (isLast) => {
      seen.push(`second, last: ${isLast()}`)
      return 2
    }),
  ]
  first.resolve()
  expect(await Promise.allSettled(calls)).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 2 }])
  expect(seen).toEqual(['first begins', 'first ends, last: false', 'second, last: true'])
})
