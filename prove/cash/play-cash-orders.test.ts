import { expect, test } from 'vitest'

import { playCashOrders } from '#prove/cash/play-cash-orders.ts'
import { closeConnections } from '#prove/client.ts'
import { openFixtures } from '#prove/fixture.ts'
import { playOn } from '#prove/play-on.ts'

const ORDERS = 60

test(
  'orders that are paid at the door, with races and killed processes, end with every rupee and piece in its place, on every engine',
  { timeout: 600_000 },
  async () => {
    const { fixtures, close } = await openFixtures(process.env.PROVE_ENGINE)
    try {
      const played = Object.values(fixtures).map(async (open) => {
        const fixture = await open()
        return playOn(fixture, `cash ${fixture.engine}`, (world, random) =>
          playCashOrders(world, fixture, random, { orders: ORDERS, kills: 2, say: () => undefined }),
        )
      })
      for (const { faults, orders, states } of await Promise.all(played)) {
        expect(faults).toEqual([])
        expect(orders).toBeGreaterThanOrEqual(ORDERS)
        for (const state of ['nothing due', 'refused', 'remitted', 'paid in advance']) expect(states).toContain(state)
      }
    } finally {
      closeConnections()
      await close()
    }
  },
)
