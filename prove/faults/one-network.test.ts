import { expect, onTestFinished, test } from 'vitest'

import { isGood, otherThan } from '#prove/faults/counts.ts'
import { checkRecords, openOnEmbedded, type Fixture } from '#prove/faults/fixture.ts'
import { startLoadProcess } from '#prove/faults/load-process.ts'
import { floodOf, othersAt } from '#prove/faults/one-network.ts'
import { startLoad } from '#prove/faults/visitor-traffic.ts'
import { samplesOf } from '#test/metric-samples.ts'
import { WORDINGS } from '#contract/words/specified-wordings.ts'

// The short form of `npm run faults -- one-network`: what is served and what is rejected, and no times.

const CONNECTIONS = 100
const PURCHASES = 5

/**
 * The provider is the flooded process itself here, and how long it takes is a time: on a busy machine more than the
 * seconds that a start of a payment waits. The buyer tries again.
 */
const isLateProvider = (words: string) =>
  words.startsWith('start 503') && words.includes(WORDINGS.checkout.initiationFailed)

/** How many calls the shop has rejected. */
async function countRejected({ shop }: Fixture): Promise<number> {
  const samples = samplesOf(await (await fetch(`${shop.origin}/metrics`)).text())
  return samples.get('selvedge_limiter_rejected_total{limiter="processor"}') ?? 0
}

test(
  'while one network floods the shop others buy and look, and the flood is rejected with Retry-After',
  { timeout: 300_000 },
  async () => {
    const fixture = await openOnEmbedded({ actors: 2 })
    onTestFinished(() => fixture.close())
    const others = startLoad(othersAt(fixture))
    // What they look at is in the cache before the flood begins.
    await expect
      .poll(() => others.visits.filter(isGood).map(({ kind }) => kind), { timeout: 60_000 })
      .toEqual(expect.arrayContaining(['cached list', 'cached page']))
    const attack = startLoadProcess(floodOf(fixture, CONNECTIONS))
    // Its process takes seconds to start: what is bought meanwhile says nothing.
    await expect.poll(() => countRejected(fixture), { timeout: 60_000 }).toBeGreaterThan(0)
    const before = others.paidOrders.length
    await expect.poll(() => others.paidOrders.length, { timeout: 200_000 }).toBeGreaterThanOrEqual(before + PURCHASES)
    await others.leave()
    const { visits } = await attack.leave()
    expect(otherThan(others.visits, [200]).filter((words) => !isLateProvider(words))).toEqual([])
    expect(otherThan(visits, [200, 301, 503])).toEqual([])
    const rejected = visits.filter(({ status }) => status === 503)
    expect(rejected.length).toBeGreaterThan(0)
    expect(rejected.filter(({ headers }) => !headers['retry-after'])).toEqual([])
    expect(visits.some(isGood)).toBe(true)
    const records = await checkRecords(fixture.db, others)
    expect(records.filter(({ isMet }) => !isMet)).toEqual([])
  },
)
