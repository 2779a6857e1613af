import { expect, test } from 'vitest'

import { creditLines } from '#server/documents/credit-note-lines.ts'

test('the lines of a credit note stand in the order of the invoice, whatever order the pieces came back in', () => {
  const names = Array.from({ length: 13 }, (_, index) => `line-${index}`)
  const invoice = names.map((orderLineId) => ({
    orderLineId,
    name: orderLineId,
    size: 'M',
    hsn: '6205',
    quantity: 1,
    pricePaise: 105_000,
    percent: 5,
    taxablePaise: 100_000,
    centralPaise: 2500,
    statePaise: 2500,
    integratedPaise: 0,
  }))
  const items = names.toSorted().map((orderLineId) => ({ orderLineId, quantity: 1 }))
  const lines = creditLines(invoice, [], { amountPaise: 13 * 105_000, items })
  expect(lines.map(({ orderLineId }) => orderLineId)).toEqual(names)
})
