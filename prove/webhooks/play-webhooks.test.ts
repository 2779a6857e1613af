import { expect, test } from 'vitest'

import { closeConnections } from '#prove/client.ts'
import { openFixtures } from '#prove/fixture.ts'
import { playOn } from '#prove/play-on.ts'
import { playWebhooks } from '#prove/webhooks/play-webhooks.ts'

/** Several processes at one database are played by `npm run prove` alone. */
const EVENTS = 100

test(
  'each address takes all that happened, in order and nothing else, whatever its habits and whoever dies',
  { timeout: 600_000 },
  async () => {
    const { fixtures, close } = await openFixtures('embedded')
    try {
      for (const open of Object.values(fixtures)) {
        const fixture = await open()
        const played = await playOn(fixture, `webhooks ${fixture.engine}`, (world, random) =>
          playWebhooks(world, fixture, random, { events: EVENTS, kills: 1, say: () => undefined }),
        )
        expect(played.faults).toEqual([])
        expect(played.kills).toBe(1)
        expect(played.events).toBeGreaterThanOrEqual(EVENTS)
        expect(played.calls).toBeGreaterThan(EVENTS)
        expect(played.rolledBack).toBeGreaterThan(0)
      }
    } finally {
      closeConnections()
      await close()
    }
  },
)
