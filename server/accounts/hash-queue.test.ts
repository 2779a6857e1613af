import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { createHashQueue } from '#server/accounts/hash-queue.ts'

/** Work that lasts until it is told to end. */
function controlledWork() {
  const begun: number[] = []
  const endings: (() => void)[] = []
  const work = (number: number) => () =>
    new Promise<number>((resolve) => {
      begun.push(number)
      endings.push(() => resolve(number))
    })
  return { begun, endings, work }
}

test('no more run at once than may, and the others follow in order of arrival', async () => {
  const inTurn = createHashQueue({ atOnce: 2, waiting: 10 })
  const { begun, endings, work } = controlledWork()
  const results = [1, 2, 3, 4].map((number) => inTurn(work(number)))
  await nextTurn()
  expect(begun).toEqual([1, 2])
  endings[1]?.()
  await nextTurn()
  expect(begun).toEqual([1, 2, 3])
  endings[0]?.()
  endings[2]?.()
  await nextTurn()
  endings[3]?.()
  expect(await Promise.all(results)).toEqual([1, 2, 3, 4])
})

test('whoever comes when too many wait is refused at once, and told when to come back', async () => {
  const inTurn = createHashQueue({ atOnce: 1, waiting: 1 })
  const { endings, work } = controlledWork()
  const served = [1, 2].map((number) => inTurn(work(number)))
  await expect(inTurn(work(3))).rejects.toMatchObject({ code: 'unavailable', retryAfterSeconds: expect.any(Number) })
  endings[0]?.()
  await nextTurn()
  endings[1]?.()
  expect(await Promise.all(served)).toEqual([1, 2])
})

test('work that fails gives its turn back', async () => {
  const inTurn = createHashQueue({ atOnce: 1, waiting: 5 })
  const fail = () => Promise.reject(new Error('no'))
  const results = await Promise.allSettled([inTurn(fail), inTurn(fail), inTurn(async () => 'done')])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(await inTurn(async () => 'again')).toBe('again')
})
