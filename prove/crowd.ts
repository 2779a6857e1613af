import type { Chance } from '#prove/chance.ts'
import type { Market } from '#prove/market.ts'

import { createBuyer } from '#prove/buyer.ts'
import { databaseOf, enter } from '#prove/market.ts'
import { createOperator, type Operator } from '#prove/operator.ts'
import { createStaff } from '#prove/staff.ts'

const STAFF = 2
/** Products of each administrator whose price nobody else changes. */
const OWN_PRODUCTS = 3

export interface Crowd {
  /** Everybody does as chance will have it until the market is over. */
  bustle(): Promise<void>
  operator: Operator
}

/** New buyers, two administrators and the provider's bad day. Every one of them follows a stream of choices of its own. */
export async function gather(market: Market, chance: Chance, buyers: number): Promise<Crowd> {
  const db = databaseOf(market)
  if (!db) throw new Error('no shop is open')
  const actors = []
  for (let index = 0; index < buyers; index += 1) {
    actors.push(await enter(market, db, 'customer', chance.branch(`buyer ${index}`)))
  }
  const strangers = actors.map(({ person }) => person.cookie)
  const visits = actors.map((actor) => {
    const others = strangers.filter((cookie) => cookie !== actor.person.cookie)
    const buyer = createBuyer(market, actor, others)
    return () => buyer.visit()
  })
  const works: (() => Promise<void>)[] = []
  for (let index = 0; index < STAFF; index += 1) {
    const actor = await enter(market, db, 'admin', chance.branch(`staff ${index}`))
    const own = market.products.slice(index * OWN_PRODUCTS, (index + 1) * OWN_PRODUCTS)
    const staff = createStaff(market, actor, own)
    works.push(() => staff.work())
  }
  const operator = createOperator(market, await enter(market, db, 'customer', chance.branch('operator')))
  const untilOver = async (step: () => Promise<void>) => {
    while (!market.isOver) await step()
  }
  return {
    operator,
    async bustle() {
      market.isOver = false
      await Promise.all([...visits, ...works, () => operator.disturb()].map(untilOver))
    },
  }
}
