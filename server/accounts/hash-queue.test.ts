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

const network = (name: string) => [{ name, share: 1 }]

test('a network that fills the queue is served in turn with others, and makes room for them', async () => {
  const inTurn = createHashQueue({ atOnce: 1, waiting: 3 })
  const { begun, endings, work } = controlledWork()
  const flood = [1, 2, 3, 4].map((number) => inTurn(work(number), network('flooding')))
  const guest = inTurn(work(5), network('guest'))
  // The last of those who flood gives way, and the guest is second only to the first of them.
  await expect(flood[3]).rejects.toMatchObject({ code: 'unavailable' })
  await expect(inTurn(work(6), network('flooding'))).rejects.toMatchObject({ code: 'unavailable' })
  for (let turn = 0; turn < 4; turn += 1) {
    await nextTurn()
    endings[turn]?.()
  }
  await Promise.all([...flood.slice(0, 3), guest])
  expect(begun).toEqual([1, 2, 5, 3])
})

test('many small networks of one large one are no more than it is', async () => {
  const inTurn = createHashQueue({ atOnce: 1, waiting: 10 })
  const { begun, endings, work } = controlledWork()
  const large = { name: 'large', share: 2 }
  const flood = [1, 2, 3, 4, 5, 6].map((number) => inTurn(work(number), [...network(`small ${number}`), large]))
  const guest = inTurn(work(7), network('guest'))
  for (let turn = 0; turn < 7; turn += 1) {
    await nextTurn()
    endings[turn]?.()
  }
  await Promise.all([...flood, guest])
  expect(begun).toEqual([1, 2, 7, 3, 4, 5, 6])
})
