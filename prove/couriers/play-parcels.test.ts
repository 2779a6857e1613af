import { expect, test } from 'vitest'

import { openOn } from '#prove/chaos.ts'
import { closeConnections } from '#prove/client.ts'
import { playParcels } from '#prove/couriers/play-parcels.ts'
import { openFixtures, type Fixture } from '#prove/fixture.ts'
import { createRandom } from '#prove/random.ts'

/** Processes die in `npm run prove` alone: whoever waits for their leases would wait for minutes here. */
const STATUS_CALLS = 96

async function play(fixture: Fixture) {
  const random = createRandom(`parcels ${fixture.engine}`)
  const world = await openOn(fixture, random)
  try {
    const options = { statusCalls: STATUS_CALLS, kills: 0, say: () => undefined }
    const findings = await playParcels(world, fixture, random, options)
    return { ...findings, faults: world.faults }
  } finally {
    world.isOver = true
    for (const shop of world.shops) await shop.kill()
    await fixture.close()
  }
}

test(
  'parcels of a courier service that loses, doubles and shuffles are booked once and followed to where they are, on every engine',
  { timeout: 600_000 },
  async () => {
    const { fixtures, close } = await openFixtures(process.env.PROVE_ENGINE)
    try {
      for (const open of Object.values(fixtures)) {
        const { faults, parcels, statusCalls, lost } = await play(await open())
        expect(faults).toEqual([])
        expect(parcels).toBe(8)
        expect(statusCalls).toBeGreaterThan(parcels)
        expect(lost).toBeGreaterThan(0)
      }
    } finally {
      closeConnections()
      await close()
    }
  },
)
