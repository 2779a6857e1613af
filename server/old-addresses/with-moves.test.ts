import fc from 'fast-check'
import { expect, test } from 'vitest'

import { withMoves } from '#server/old-addresses/with-moves.ts'

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
