import { expect, test } from 'vitest'

import { playCashOrders } from '#prove/cash/play-cash-orders.ts'
import { openOn } from '#prove/chaos.ts'
import { closeConnections } from '#prove/client.ts'
import { openFixtures, type Fixture } from '#prove/fixture.ts'
import { createRandom } from '#prove/random.ts'

const ORDERS = 48

async function play(fixture: Fixture) {
  const random = createRandom(`cash ${fixture.engine}`)
  const world = await openOn(fixture, random)
  try {
    const findings = await playCashOrders(world, fixture, random, { orders: ORDERS, kills: 2, say: () => undefined })
    return { ...findings, faults: world.faults }
  } finally {
    world.isOver = true
    for (const shop of world.shops) await shop.kill()
    await fixture.close()
  }
}

test(
  'orders that are paid at the door, with races and killed processes, end with every rupee and piece in its place, on every engine',
  { timeout: 600_000 },
  async () => {
    const { fixtures, close } = await openFixtures(process.env.PROVE_ENGINE)
    try {
      for (const open of Object.values(fixtures)) {
        const { faults, orders, states } = await play(await open())
        expect(faults).toEqual([])
        expect(orders).toBeGreaterThanOrEqual(ORDERS)
        for (const state of ['nothing due', 'refused', 'remitted']) expect(states).toContain(state)
      }
    } finally {
      closeConnections()
      await close()
    }
  },
)
