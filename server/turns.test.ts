import { expect, test } from 'vitest'

import { ownTurn } from '#server/turns.ts'

test('works begin one in a turn of the event loop, in the order in which they asked', async () => {
  const seen: string[] = []
  const work = async (name: string) => {
    await ownTurn()
    seen.push(name)
    setImmediate(() => seen.push(`what came during ${name}`))
  }
  await Promise.all([work('first'), work('second')])
  expect(seen).toEqual(['first', 'what came during first', 'second'])
})
