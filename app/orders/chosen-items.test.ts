import { expect, test } from 'vitest'

import { chosenItems, restOfOrder, type Cancellable } from '#app/orders/chosen-items.ts'

/** Three pieces at ₹333.33, of which store credit paid ₹100. */
const order = {
  products: [{ _id: 'line', product: { _id: 'shirt', name: 'Shirt', price: 333.33, image: null }, quantity: 3 }],
  totalAmount: 999.99,
  totalPrice: 999.99,
  storeCredit: { used: 100, returned: 0 },
} as unknown as Cancellable

const restFor = (of: Cancellable, pieces: number) =>
  restOfOrder(of, chosenItems(of, new URLSearchParams({ line: String(pieces) })))

test('of what comes back for some pieces the same share is store credit, and of the rest the money is told', () => {
  expect(restFor(order, 1)).toEqual({ isWhole: false, backPaise: 33_333, creditPaise: 3334, leftPaise: 60_000 })
})

test('with the whole order all that is left of the store credit comes back', () => {
  const less = {
    ...order,
    products: order.products.map((line) => ({ ...line, cancelled: 1 })),
    cancelledAmount: 333.33,
    storeCredit: { used: 100, returned: 33.34 },
  } as Cancellable
  expect(restFor(less, 2)).toEqual({ isWhole: true, backPaise: 66_666, creditPaise: 6666, leftPaise: 0 })
})

test('an order without store credit gives back money alone', () => {
  const { storeCredit: _none, ...plain } = order
  expect(restFor(plain as Cancellable, 3)).toEqual({ isWhole: true, backPaise: 99_999, creditPaise: 0, leftPaise: 0 })
})
