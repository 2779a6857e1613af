import { expect, test } from 'vitest'

import { createEncodeQueue, type EncodeQueue } from '#server/media/encode-queue.ts'

/** Works that end when they are told to. */
function startWorks(count: number, queue: EncodeQueue) {
  const gates = Array.from({ length: count }, () => Promise.withResolvers<void>())
  const started: number[] = []
  const results = gates.map((gate, index) =>
    queue.run(async () => {
      started.push(index)
      await gate.promise
      return index
    }),
  )
  return { started, results, end: (index: number) => gates[index]?.resolve() }
}

test('two works run at a time, the others in the order in which they came', async () => {
  const queue = createEncodeQueue({ atOnce: 2, waiting: 9 })
  const works = startWorks(4, queue)
  await Promise.resolve()
  expect(works.started).toEqual([0, 1])
  works.end(1)
  await expect.poll(() => works.started).toEqual([0, 1, 2])
  works.end(0)
  works.end(2)
  works.end(3)
  expect(await Promise.all(works.results)).toEqual([0, 1, 2, 3])
  expect(works.started).toEqual([0, 1, 2, 3])
})

test('when too many wait already, one more is turned away at once and told to come back', async () => {
  const queue = createEncodeQueue({ atOnce: 1, waiting: 1 })
  const works = startWorks(3, queue)
  await expect(works.results[2]).rejects.toMatchObject({ code: 'unavailable', status: 503, retryAfterSeconds: 5 })
  works.end(0)
  works.end(1)
  expect(await Promise.all(works.results.slice(0, 2))).toEqual([0, 1])
})

test('a work that fails gives its place to the next', async () => {
  const queue = createEncodeQueue({ atOnce: 1, waiting: 1 })
  const failing = queue.run(() => Promise.reject(new Error('damaged')))
  const next = queue.run(() => Promise.resolve('made'))
  await expect(failing).rejects.toThrow('damaged')
  expect(await next).toBe('made')
})

test('it is idle once nothing runs or waits', async () => {
  const queue = createEncodeQueue({ atOnce: 1, waiting: 1 })
  const works = startWorks(2, queue)
  let isIdle = false
  const idle = queue.idle().then(() => (isIdle = true))
  works.end(0)
  await works.results[0]
  expect(isIdle).toBe(false)
  works.end(1)
  await idle
  expect(isIdle).toBe(true)
  await queue.idle()
})

test('closing lets what runs end, turns away what waits, and takes nothing more', async () => {
  const queue = createEncodeQueue({ atOnce: 1, waiting: 1 })
  const works = startWorks(2, queue)
  const closed = queue.close()
  await expect(works.results[1]).rejects.toMatchObject({ code: 'unavailable' })
  await expect(queue.run(() => Promise.resolve(0))).rejects.toMatchObject({ code: 'unavailable' })
  works.end(0)
  await closed
  expect(await works.results[0]).toBe(0)
  expect(works.started).toEqual([0])
})
