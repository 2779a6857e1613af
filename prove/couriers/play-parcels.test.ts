import { expect, test } from 'vitest'

import { closeConnections } from '#prove/client.ts'
import { playParcels } from '#prove/couriers/play-parcels.ts'
import { openFixtures } from '#prove/fixture.ts'
import { playOn } from '#prove/play-on.ts'

const STATUS_CALLS = 96
/** One while parcels are booked, one while they are followed, and one more while returns are booked. */
const KILLS = 2

test(
  'parcels of a courier service that loses, doubles and shuffles are booked once and followed to where they are, though processes are killed, on every engine',
  { timeout: 600_000 },
  async () => {
    const { fixtures, close } = await openFixtures(process.env.PROVE_ENGINE)
    try {
      const played = Object.values(fixtures).map(async (open) => {
        const fixture = await open()
        return playOn(fixture, `parcels ${fixture.engine}`, (world, random) =>
          playParcels(world, fixture, random, { statusCalls: STATUS_CALLS, kills: KILLS, say: () => undefined }),
        )
      })
      for (const { faults, parcels, statusCalls, lost, returns, kills } of await Promise.all(played)) {
        expect(faults).toEqual([])
        expect(parcels).toBe(8)
        expect(statusCalls).toBeGreaterThan(parcels)
        expect(lost).toBeGreaterThan(0)
        expect(returns).toBe(4)
        expect(kills).toBeGreaterThan(0)
      }
    } finally {
      closeConnections()
      await close()
    }
  },
)
