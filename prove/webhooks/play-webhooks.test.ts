import { expect, test } from 'vitest'

import { closeConnections } from '#prove/client.ts'
import { openFixtures } from '#prove/fixture.ts'
import { playOn } from '#prove/play-on.ts'
import { playWebhooks } from '#prove/webhooks/play-webhooks.ts'

const EVENTS = 100

test(
  'each address takes all that happened, in order and nothing else, whatever its habits and whoever dies, on every engine',
  { timeout: 600_000 },
  async () => {
    const { fixtures, close } = await openFixtures(process.env.PROVE_ENGINE)
    try {
      for (const open of Object.values(fixtures)) {
        const fixture = await open()
        // Whoever of several processes takes over waits for the claim of one that died.
        const kills = fixture.processes === 1 ? 1 : 0
        const played = await playOn(fixture, `webhooks ${fixture.engine}`, (world, random) =>
          playWebhooks(world, fixture, random, { events: EVENTS, kills, say: () => undefined }),
        )
        expect(played.faults).toEqual([])
        expect(played.kills).toBe(kills)
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
