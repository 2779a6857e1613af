import { text } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'

import { writeJson } from '#server/http/responses/write-json.ts'

const written = (values: object) => text(writeJson(values))

test('the pieces are together what JSON.stringify writes', async () => {
  const values = {
    text: 'two\nlines, "quoted" \\ and ₹',
    nothing: null,
    leftOut: undefined,
    number: 1.5,
    at: new Date(0),
    none: [],
    'a "key"\n': { inner: [{ deep: [] }, []], empty: {}, leftOut: undefined },
    entries: [1, null, undefined, 'a\nb', [2, [3]], { a: { b: [4] } }, () => 0],
    last: { leftOut: undefined },
  }
  expect(await written(values)).toBe(`${JSON.stringify(values, null, 2)}\n`)
  expect(await written({})).toBe('{}\n')
  expect(await written({ leftOut: undefined })).toBe('{}\n')
})

test('other work runs between the entries of an array', async () => {
  let turns = 0
  const ended = new AbortController()
  const counting = (async () => {
    while (!ended.signal.aborted) {
      await turn()
      turns += 1
    }
  })()
  await written({ entries: Array.from({ length: 100 }, (_, index) => ({ index })) })
  ended.abort()
  await counting
  expect(turns).toBeGreaterThanOrEqual(100)
})
