import type { Fixture } from '#prove/fixture.ts'
import type { Random } from '#prove/random.ts'
import type { World } from '#prove/world.ts'

import { openOn } from '#prove/chaos.ts'
import { createRandom } from '#prove/random.ts'

/**
 * Plays in a shop of its own, ends its processes whatever comes of it, and returns what was found with what is wrong.
 */
export async function playOn<Findings extends object>(
  fixture: Fixture,
  seed: string,
  play: (world: World, random: Random) => Promise<Findings>,
): Promise<Findings & { faults: string[] }> {
  const random = createRandom(seed)
  const world = await openOn(fixture, random)
  try {
    return { ...(await play(world, random)), faults: world.faults }
  } finally {
    world.isOver = true
    for (const shop of world.shops) await shop.kill()
    await fixture.close()
  }
}
