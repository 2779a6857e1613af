import { expect, test } from 'vitest'

import { compareRecords } from '#prove/chaos.ts'
import { closeConnections } from '#prove/client.ts'
import { playExchanges } from '#prove/exchanges.ts'
import { openFixtures, type Fixture } from '#prove/fixture.ts'
import { playOn } from '#prove/play-on.ts'

const EXCHANGES = 8

const play = (fixture: Fixture) =>
  playOn(fixture, `exchanges ${fixture.engine}`, (world, random) => {
    const compareAtRest = () => compareRecords(world)
    return playExchanges(world, random, { exchanges: EXCHANGES, compareAtRest, say: () => undefined })
  })

test(
  'a piece goes back once, as money or as another size, whoever asks at once, on every engine',
  { timeout: 600_000 },
  async () => {
    const { fixtures, close } = await openFixtures(process.env.PROVE_ENGINE)
    try {
      for (const played of await Promise.all(Object.values(fixtures).map(async (open) => play(await open())))) {
        expect(played.faults).toEqual([])
        expect(played.exchanges).toBeGreaterThanOrEqual(EXCHANGES)
      }
    } finally {
      closeConnections()
      await close()
    }
  },
)
