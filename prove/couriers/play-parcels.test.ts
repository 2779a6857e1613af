import { expect, test } from 'vitest'

import { closeConnections } from '#prove/client.ts'
import { playParcels } from '#prove/couriers/play-parcels.ts'
import { openFixtures } from '#prove/fixture.ts'
import { playOn } from '#prove/play-on.ts'

/** Processes die in `npm run prove` alone: whoever waits for their leases would wait for minutes here. */
const STATUS_CALLS = 96

test(
  'parcels of a courier service that loses, doubles and shuffles are booked once and followed to where they are, on every engine',
  { timeout: 600_000 },
  async () => {
    const { fixtures, close } = await openFixtures(process.env.PROVE_ENGINE)
    try {
      for (const open of Object.values(fixtures)) {
        const fixture = await open()
        const { faults, parcels, statusCalls, lost } = await playOn(
          fixture,
          `parcels ${fixture.engine}`,
          (world, random) =>
            playParcels(world, fixture, random, { statusCalls: STATUS_CALLS, kills: 0, say: () => undefined }),
        )
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
