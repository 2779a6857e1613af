import { expect, test } from 'vitest'

import { foundPieces, pieceField } from '#app/admin/returns/return-calls.ts'
import { OUTCOMES } from '#app/admin/returns/return-words.ts'

const outcome = (label: string) => String(OUTCOMES.findIndex((one) => one.label === label))

test('pieces of a line that were found alike are one row, and a field without a choice says nothing', () => {
  const typed = new Map([
    [pieceField('a', 1), outcome('As new: on sale again')],
    [pieceField('a', 2), outcome('Damaged: written off')],
    [pieceField('a', 3), outcome('As new: on sale again')],
    [pieceField('b', 1), outcome('As new: on sale again')],
    [pieceField('b', 2), ''],
  ])
  expect(foundPieces([...typed.keys()], (name) => typed.get(name) ?? '')).toEqual([
    { _id: 'a', condition: 'as new', goesTo: 'shelf', quantity: 2 },
    { _id: 'a', condition: 'damaged', goesTo: 'written off', quantity: 1 },
    { _id: 'b', condition: 'as new', goesTo: 'shelf', quantity: 1 },
  ])
})
