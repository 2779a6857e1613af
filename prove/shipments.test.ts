import { expect, test } from 'vitest'

import { closeConnections } from '#prove/client.ts'
import { openFixtures, type Fixture } from '#prove/fixture.ts'
import { playOn } from '#prove/play-on.ts'
import { playShipments } from '#prove/shipments.ts'

const SHIPMENTS = 60

const play = (fixture: Fixture) =>
  playOn(fixture, 'shipments', (world, random) =>
    playShipments(world, fixture, random, { shipments: SHIPMENTS, kills: 3, say: () => undefined }),
  )

test(
  'no number of a document is missing or there twice after raced shipments and killed processes, on PostgreSQL',
  { timeout: 600_000 },
  async () => {
    const { fixtures, close } = await openFixtures('postgres')
    const played = fixtures.PostgreSQL ? [await play(await fixtures.PostgreSQL())] : []
    closeConnections()
    await close()
    for (const { shipped, numbers, faults } of played) {
      expect(faults).toEqual([])
      // If the process died after the commit, the order is shipped although no answer said so.
      expect(shipped).toBeGreaterThan(SHIPMENTS / 2)
      expect(numbers).toContainEqual(expect.stringMatching(new RegExp(`^TS\\d{4} 1–${SHIPMENTS}$`)))
    }
  },
)
