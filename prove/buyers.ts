import { setTimeout as sleep } from 'node:timers/promises'

import type { Random } from '#prove/random.ts'
import type { Actor, World } from '#prove/world.ts'

import { createBuyer } from '#prove/buyer.ts'
import { databaseOf, enter } from '#prove/world.ts'
import { createFakeProvider } from '#prove/fake-provider.ts'
import { createStaff } from '#prove/staff.ts'

const STAFF = 2
/** Administrators and the provider's bad day take their time: it is payments that are to be many. */
const STAFF_PAUSE_MS = 40
const OPERATOR_PAUSE_MS = 120
/** Products of each administrator whose price nobody else changes. */
const OWN_PRODUCTS = 3

export interface Traffic {
  /** Everybody does as chance will have it until the market is over. */
  bustle(): Promise<void>
}

/** New buyers, two administrators and the provider's bad day. Every one of them follows a stream of choices of its own. */
export async function gather(world: World, random: Random, buyers: number): Promise<Traffic> {
  const db = databaseOf(world)
  if (!db) throw new Error('no shop is open')
  const actors: Actor[] = []
  for (let index = 0; index < buyers; index += 1) {
    actors.push(await enter(world, db, 'customer', random.branch(`buyer ${index}`)))
  }
  const visits = actors.map((actor) => {
    const strangers = actors.map(({ person }) => person).filter((person) => person !== actor.person)
    const buyer = createBuyer(world, actor, strangers)
    return () => buyer.visit()
  })
  const works: (() => Promise<void>)[] = []
  for (let index = 0; index < STAFF; index += 1) {
    const actor = await enter(world, db, 'admin', random.branch(`staff ${index}`))
    const own = world.products.slice(index * OWN_PRODUCTS, (index + 1) * OWN_PRODUCTS)
    const staff = createStaff(world, actor, own)
    works.push(() => staff.work())
  }
  const fakeProvider = createFakeProvider(world, await enter(world, db, 'customer', random.branch('operator')))
  const untilOver = async (step: () => Promise<void>, pauseMs = 0) => {
    while (!world.isOver) {
      await step()
      if (pauseMs > 0) await sleep(pauseMs)
    }
  }
  return {
    async bustle() {
      world.isOver = false
      await Promise.all([
        ...visits.map((visit) => untilOver(visit)),
        ...works.map((work) => untilOver(work, STAFF_PAUSE_MS)),
        untilOver(() => fakeProvider.disturb(), OPERATOR_PAUSE_MS),
      ])
    },
  }
}
