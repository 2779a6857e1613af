import { afterAll, beforeAll, expect, test } from 'vitest'

import { createChance } from '#prove/chance.ts'
import { openOn, playChaos, settleUp } from '#prove/chaos.ts'
import { closeConnections } from '#prove/client.ts'
import { playKills } from '#prove/kills.ts'
import { playRaces } from '#prove/race.ts'
import { openStages, type Stage } from '#prove/stage.ts'

// The short form of `npm run prove`: the same crowd, on every engine that this machine has, for seconds. While bugs are
// planted it plays on one engine only.

const SEED = 'short'
const POINTS = ['before-settle']

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

async function play(stage: Stage): Promise<void> {
  const chance = createChance(`${SEED} ${stage.engine}`)
  const market = await openOn(stage, chance)
  const settle = () => settleUp(market)
  try {
    const { won, oversold } = await playRaces(market, chance, { attempts: 96, crowdSize: 24, say: silently })
    expect({ oversold, faults: market.faults }).toEqual({ oversold: 0, faults: [] })
    expect(won).toBeGreaterThan(0)
    const later = () => (stage.engine === 'embedded' ? Promise.resolve(0) : settle())
    const { payments } = await playChaos(market, chance, { payments: 50, settle: later, say: silently })
    expect(market.faults).toEqual([])
    expect(payments).toBeGreaterThanOrEqual(50)
    if (stage.engine === 'embedded') {
      const { atPoints } = await playKills(market, stage, chance, { kills: 1, points: POINTS, settle, say: silently })
      expect(market.faults).toEqual([])
      expect(atPoints.size).toBe(1)
    }
    expect(market.journal.count()).toBeGreaterThan(100)
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
    const plays = await Promise.allSettled(stages.map(play))
    expect(plays.filter(({ status }) => status === 'rejected')).toEqual([])
  },
)
