import { expect, test } from 'vitest'

import { createGate } from '#server/orders/checkout/gate.ts'

test('no more than the places run at once, in the order of their coming, and a failure frees its place', async () => {
  const enter = createGate(2)
  const steps = Array.from({ length: 5 }, () => Promise.withResolvers<void>())
  const begun: number[] = []
  const runs = steps.map(({ promise }, index) =>
    enter(async () => {
      begun.push(index)
      await promise
      return index
    }),
  )
  const outcomes = Promise.allSettled(runs)
  expect(begun).toEqual([0, 1])
  steps[1]!.reject(new Error('no'))
  await expect(runs[1]).rejects.toThrow('no')
  expect(begun).toEqual([0, 1, 2])
  for (const { resolve } of steps) resolve()
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
  expect(begun).toEqual([0, 1, 2, 3, 4])
  expect(await enter(async () => 'open')).toBe('open')
})
