import { afterAll, beforeAll, expect, test } from 'vitest'

import { createChance } from '#prove/random.ts'
import { openOn, playChaos, settleUp } from '#prove/chaos.ts'
import { closeConnections } from '#prove/client.ts'
import { playKills } from '#prove/kills.ts'
import { playRaces } from '#prove/race.ts'
import { openStages, type Stage } from '#prove/fixture.ts'

// The short form of `npm run prove`: the same crowd, on every engine that this machine has, for seconds. While bugs are
// planted it plays on one engine only.

const SEED = 'short'
const POINTS = ['before-settle']
const PAYMENTS = 50

let stages: Stage[] = []
let closeEngines: () => Promise<unknown> = async () => undefined
beforeAll(async () => {
  const opened = await openStages(process.env.PROVE_ENGINE)
  closeEngines = opened.close
  stages = await Promise.all(Object.values(opened.stages).map((open) => open()))
})
afterAll(async () => {
  closeConnections()
  for (const stage of stages) await stage.close()
  await closeEngines()
})

const silently = () => undefined

/** Where nobody can reach the database from outside it is the process that is killed; elsewhere two of them share it. */
async function play(stage: Stage) {
  const chance = createChance(`${SEED} ${stage.engine}`)
  const market = await openOn(stage, chance)
  const settle = () => settleUp(market)
  const notYet = () => Promise.resolve(0)
  try {
    const races = await playRaces(market, chance, { attempts: 96, crowdSize: 24, say: silently })
    const isAlone = stage.processes === 1
    const chaos = { payments: PAYMENTS, settle: isAlone ? notYet : settle, say: silently }
    const { payments } = await playChaos(market, chance, chaos)
    if (isAlone) await playKills(market, stage, chance, { kills: 1, points: POINTS, settle, say: silently })
    return { ...races, payments, acknowledged: market.journal.count(), faults: market.faults }
  } finally {
    market.isOver = true
    for (const shop of market.shops) await shop.kill()
  }
}

test(
  'a crowd, a bad day at the provider and a dying server leave every book right, on every engine',
  { timeout: 600_000 },
  async () => {
    expect(stages.map(({ engine }) => engine)).toContain('embedded')
    for (const findings of await Promise.all(stages.map(play))) {
      expect(findings).toMatchObject({ oversold: 0, faults: [] })
      expect(findings.won).toBeGreaterThan(0)
      expect(findings.payments).toBeGreaterThanOrEqual(PAYMENTS)
      expect(findings.acknowledged).toBeGreaterThan(100)
    }
  },
)
