import type { BenchShop } from './prepare.ts'

import { finishPurchase, type Buyer } from './buyer-calls.ts'
import { playRounds, type Figure } from './figures.ts'

/** So many buyers want so many pieces of one product at the same moment. */
export const RUSH = { buyers: 200, pieces: 50, rounds: 5 }

const MEASURES = {
  orders: [''],
  'rejected with 409': [''],
  'the last order stands': ['s', 'paid, verified, with address'],
  'the last is rejected': ['s'],
} as const

/** Everybody has the last pieces in the cart and starts to pay at the same moment; those who can start also finish. */
async function rush(buyers: readonly Buyer[], productId: string) {
  const carts = await Promise.all(
    buyers.map(({ caller }) => caller.ask<{ cart: { _id: string }[] }>('GET', `/api/cart/add/${productId}`)),
  )
  const begin = performance.now()
  const outcomes = await Promise.all(
    buyers.map(async (buyer) => {
      const { status, bytes } = await buyer.caller.call('POST', '/api/payment/create/orderId', {})
      if (status === 200) await finishPurchase(buyer, (JSON.parse(bytes.toString()) as { id: string }).id)
      return { status, seconds: (performance.now() - begin) / 1000 }
    }),
  )
  const lines = carts.map(({ cart }) => cart[0]?._id)
  await Promise.all(buyers.map(({ caller }, index) => caller.call('GET', `/api/cart/remove/${lines[index]}`)))
  const secondsOf = (wanted: number) => outcomes.filter(({ status }) => status === wanted).map(({ seconds }) => seconds)
  const [ordered, refused] = [secondsOf(200), secondsOf(409)]
  return {
    orders: ordered.length,
    'rejected with 409': refused.length,
    'the last order stands': Math.max(...ordered),
    'the last is rejected': Math.max(...refused),
  }
}

/** What becomes of the last pieces. Needs `RUSH.buyers` customers, and a scarce product for each round and the warm-up. */
export async function measureRush(name: string, { customers, scarce }: BenchShop): Promise<Figure[]> {
  return playRounds(RUSH.rounds, `${name}, ${RUSH.buyers} for ${RUSH.pieces}`, MEASURES, (round) =>
    rush(customers, scarce[round] ?? ''),
  )
}
