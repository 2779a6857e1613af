import { afterAll, beforeAll, expect, test } from 'vitest'

import { createRandom } from '#prove/random.ts'
import { openOn, playChaos, compareRecords } from '#prove/chaos.ts'
import { closeConnections } from '#prove/client.ts'
import { playKills } from '#prove/kills.ts'
import { playRaces } from '#prove/race.ts'
import { openFixtures, type Fixture } from '#prove/fixture.ts'

// The short form of `npm run prove`: the same actors, on every engine that this machine has, for seconds. While bugs
// are planted it plays on one engine only.

const SEED = 'short'
const POINTS = ['before-settle']
const PAYMENTS = 50

let fixtures: Fixture[] = []
let closeEngines: () => Promise<unknown> = async () => undefined
beforeAll(async () => {
  const opened = await openFixtures(process.env.PROVE_ENGINE)
  closeEngines = opened.close
  fixtures = await Promise.all(Object.values(opened.fixtures).map((open) => open()))
})
afterAll(async () => {
  closeConnections()
  for (const fixture of fixtures) await fixture.close()
  await closeEngines()
})

const silently = () => undefined

/** On the embedded engine the process is killed; on PostgreSQL two processes share the database. */
async function play(fixture: Fixture) {
  const random = createRandom(`${SEED} ${fixture.engine}`)
  const world = await openOn(fixture, random)
  const compareAtRest = () => compareRecords(world)
  const notYet = () => Promise.resolve(0)
  try {
    const races = await playRaces(world, random, { attempts: 96, racers: 24, say: silently })
    const isAlone = fixture.processes === 1
    const chaos = { payments: PAYMENTS, compareAtRest: isAlone ? notYet : compareAtRest, say: silently }
    const { payments } = await playChaos(world, random, chaos)
    if (isAlone) await playKills(world, fixture, random, { kills: 1, points: POINTS, compareAtRest, say: silently })
    return { ...races, payments, acknowledged: world.acknowledged.count(), faults: world.faults }
  } finally {
    world.isOver = true
    for (const shop of world.shops) await shop.kill()
  }
}

test(
  'many buyers, a misbehaving provider and a killed server leave all records right, on every engine',
  { timeout: 600_000 },
  async () => {
    expect(fixtures.map(({ engine }) => engine)).toContain('embedded')
    for (const findings of await Promise.all(fixtures.map(play))) {
      expect(findings).toMatchObject({ oversold: 0, faults: [] })
      expect(findings.won).toBeGreaterThan(0)
      expect(findings.payments).toBeGreaterThanOrEqual(PAYMENTS)
      expect(findings.acknowledged).toBeGreaterThan(100)
    }
  },
)
