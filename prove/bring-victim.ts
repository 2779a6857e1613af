import type { Fixture } from '#prove/fixture.ts'
import type { World } from '#prove/world.ts'

import { ShopGone, type ShopProcess, type ShopSettings } from '#prove/shop-process.ts'

/**
 * Starts a process that is to die at its point, beside as many that live as there is room for. Undefined if it has died
 * while it started.
 */
export async function bringVictim(
  world: World,
  fixture: Fixture,
  killAt: ShopSettings['killAt'],
): Promise<ShopProcess | undefined> {
  world.shops = world.shops.filter((shop) => !shop.hasEnded())
  while (world.shops.length >= fixture.processes) await world.shops.shift()?.kill()
  try {
    const victim = await fixture.start(killAt)
    world.shops.push(victim)
    return victim
  } catch (error) {
    if (error instanceof ShopGone && error.how === 'SIGKILL') return undefined
    throw error
  }
}
