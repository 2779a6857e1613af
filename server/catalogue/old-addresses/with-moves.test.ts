import fc from 'fast-check'
import { expect, test } from 'vitest'

import { MAX_OLD_ADDRESSES } from '#contract/catalogue/old-addresses/old-address-limits.ts'
import { withMoves, type Move } from '#server/catalogue/old-addresses/with-moves.ts'

test('what led to a moved address leads to its new one, and nothing leads back', () => {
  const first = withMoves(new Map(), [
    { from: '/a', to: '/b' },
    { from: '/b', to: '/c?x=1' },
    { from: '/d', to: '/a' },
  ])
  expect([...first.after]).toEqual([
    ['/a', '/c?x=1'],
    ['/b', '/c?x=1'],
    ['/d', '/c?x=1'],
  ])
  const back = { from: '/c', to: '/a' }
  expect(withMoves(first.after, [back])).toEqual({ after: first.after, looping: [back] })
})

test('whatever is moved, no old address leads to an old address', () => {
  const path = fc.constantFrom('/a', '/b', '/c', '/d', '/e')
  const moves = fc.array(fc.record({ from: path, to: path }), { maxLength: 20 })
  fc.assert(
    fc.property(moves, moves, (one, other) => {
      const { after } = withMoves(withMoves(new Map(), one).after, other)
      for (const to of after.values()) expect(after.has(to)).toBe(false)
    }),
  )
})

test.each([
  ['from its beginning', (moves: Move[]) => moves],
  ['from its end', (moves: Move[]) => moves.toReversed()],
])('a chain as long as a sheet may be, written %s, is led to its end before anybody waits', (_, inTurn) => {
  const chain = Array.from({ length: MAX_OLD_ADDRESSES }, (_each, step) => ({ from: `/${step}`, to: `/${step + 1}` }))
  const { after, looping } = withMoves(new Map(), inTurn(chain))
  expect([after.size, looping]).toEqual([MAX_OLD_ADDRESSES, []])
  expect(new Set(after.values())).toEqual(new Set([`/${MAX_OLD_ADDRESSES}`]))
})
