import { onEachEngine } from './engines.ts'
import { createTimes, playRounds, type Figure } from './figures.ts'
import { repeatFor } from './load.ts'
import { withShop } from './shop.ts'

const AT_ONCE = [16, 64]
const PRODUCTS = 50
const ROUND_SECONDS = 0.8

/**
 * The cart of signed-in customers, each on a connection of their own: add a piece, read the cart, take the piece out
 * again.
 */
export const cart = onEachEngine(async ({ name, createDatabase }, { rounds, say }) => {
  const inputs = { products: 100, buyers: Math.max(...AT_ONCE), plenty: PRODUCTS }
  return withShop({ databaseUrl: await createDatabase(), ...inputs }, async ({ customers, plenty }) => {
    const figures: Figure[] = []
    for (const atOnce of AT_ONCE) {
      const about = `${name}, ${atOnce} at once`
      const found = await playRounds(rounds, about, async () => {
        const [adds, reads] = [createTimes(), createTimes()]
        const seconds = await repeatFor(ROUND_SECONDS, customers.slice(0, atOnce), async ({ caller }, turn) => {
          const path = `/api/cart/add/${plenty[turn % PRODUCTS]}`
          const { cart: lines } = await adds.of(caller.ask<{ cart: { _id: string }[] }>('GET', path))
          await reads.of(caller.ask('GET', '/api/cart'))
          await caller.ask('GET', `/api/cart/remove/${lines[0]?._id}`)
        })
        return {
          'add p50': [adds.percentile(50), 'ms'],
          'add p99': [adds.percentile(99), 'ms'],
          'read p50': [reads.percentile(50), 'ms'],
          'read p99': [reads.percentile(99), 'ms'],
          calls: [(adds.count() * 3) / seconds, '/s', 'a third each: add, read, remove'],
        }
      })
      figures.push(...found)
      say(about)
    }
    return figures
  })
})
