import { setTimeout as sleep } from 'node:timers/promises'

import type { Db } from '#server/db/database.ts'
import type { Random } from '#prove/random.ts'
import type { Actor, World } from '#prove/world.ts'

import { giveCredit } from '#server/accounts/store-credit/give-credit.ts'
import { createBuyer } from '#prove/buyer.ts'
import { databaseOf, addActor } from '#prove/world.ts'
import { createFakeProvider } from '#prove/fake-provider.ts'
import { createPacker } from '#prove/packer.ts'
import { createReturnsStaff } from '#prove/returns-staff.ts'
import { createStaff } from '#prove/staff.ts'

const STAFF = 2
/** Administrators and faults of the provider come less often, so that most calls are payments. */
const STAFF_PAUSE_MS = 40
const PROVIDER_PAUSE_MS = 120
/** Products of each administrator whose price nobody else changes. */
const OWN_PRODUCTS = 3

export interface Traffic {
  /** Everybody makes random calls until the world is over. */
  act(): Promise<void>
}

/** What every other buyer can pay with beside money. */
const CREDIT_PAISE = 1_500_000

/** Without a transaction, which the channel to an embedded database has not: nobody else knows of the buyer yet. */
const addCredit = (db: Db, userId: string) =>
  giveCredit(db, { userId, paise: CREDIT_PAISE, reason: 'Proof', expiresOn: null, actorId: null })

/**
 * New buyers, two administrators, who packs, who takes back, and the fake provider. Each has random choices of its own.
 */
export async function bringActors(world: World, random: Random, buyers: number): Promise<Traffic> {
  const db = databaseOf(world)
  if (!db) throw new Error('no shop is open')
  const actors: Actor[] = []
  for (let index = 0; index < buyers; index += 1) {
    const actor = await addActor(world, db, 'customer', random.branch(`buyer ${index}`))
    actors.push(actor)
    if (index % 2 === 0) await addCredit(db, actor.person.id)
  }
  const visits = actors.map((actor) => {
    const strangers = actors.map(({ person }) => person).filter((person) => person !== actor.person)
    const buyer = createBuyer(world, actor, strangers)
    return () => buyer.visit()
  })
  const works: (() => Promise<void>)[] = []
  for (let index = 0; index < STAFF; index += 1) {
    const actor = await addActor(world, db, 'admin', random.branch(`staff ${index}`))
    const own = world.products.slice(index * OWN_PRODUCTS, (index + 1) * OWN_PRODUCTS)
    const staff = createStaff(world, actor, own)
    works.push(() => staff.work())
  }
  const packer = createPacker(world, await addActor(world, db, 'admin', random.branch('packer')))
  const returnsStaff = createReturnsStaff(world, await addActor(world, db, 'admin', random.branch('returns')))
  works.push(
    () => packer.work(),
    () => returnsStaff.work(),
  )
  const fakeProvider = createFakeProvider(world, await addActor(world, db, 'customer', random.branch('provider')))
  const untilOver = async (step: () => Promise<void>, pauseMs = 0) => {
    while (!world.isOver) {
      await step()
      if (pauseMs > 0) await sleep(pauseMs)
    }
  }
  return {
    async act() {
      world.isOver = false
      await Promise.all([
        ...visits.map((visit) => untilOver(visit)),
        ...works.map((work) => untilOver(work, STAFF_PAUSE_MS)),
        untilOver(() => fakeProvider.misbehave(), PROVIDER_PAUSE_MS),
      ])
    },
  }
}
