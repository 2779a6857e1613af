import { setTimeout as sleep } from 'node:timers/promises'

import type { Fault } from '#prove/faults/fault.ts'

import { startLoad } from '#prove/faults/visitor-traffic.ts'
import { isGood, otherThan, tally } from '#prove/faults/counts.ts'
import { finding, none, within } from '#prove/faults/fault.ts'
import { checkRecords, onServer } from '#prove/faults/fixture.ts'

const BEFORE_MS = 3000
const AFTER_MS = 8000
const RESTARTS = 2

/** PostgreSQL is restarted while people buy, look and write. */
export const postgresRestarts: Fault = {
  name: 'postgres-restarts',
  title: 'PostgreSQL is restarted under load',
  run: onServer({}, async (fixture, say) => {
    const { shop, server, actors, productId } = fixture
    const [guest] = actors
    const load = startLoad({
      origin: shop.origin,
      buyers: actors.slice(1),
      productId,
      writers: 2,
      lookers: [
        { look: 'cached list' },
        { look: 'search' },
        { look: 'page' },
        { look: 'cart', ...(guest && { person: guest }) },
      ],
    })
    const backAt: number[] = []
    for (let times = 0; times < RESTARTS; times += 1) {
      await sleep(BEFORE_MS)
      await server.restart()
      backAt.push(performance.now())
      await sleep(AFTER_MS)
    }
    await load.leave()
    const { visits } = load
    say(tally(visits))
    // The shop is healthy from its last refusal on, counted from the moment when the database was back.
    const lateRefusals = backAt.map((back) => {
      const after = visits.filter(
        ({ endedAt, status }) => endedAt > back && endedAt < back + AFTER_MS && status === 503,
      )
      return Math.max(0, ...after.map(({ endedAt }) => endedAt - back))
    })
    const ready = await fetch(`${shop.origin}/readyz`)
    return [
      none('answer but success and 503', otherThan(visits, [200, 201, 503])),
      within('after the restart nobody is refused', Math.max(...lateRefusals), 5000),
      finding('ready afterwards', ready.status, ready.status === 200),
      finding('purchases', load.paidOrders.length, load.paidOrders.length > 0),
      finding('answers with success', visits.filter(isGood).length, visits.some(isGood)),
      ...(await checkRecords(fixture.db, load)),
    ]
  }),
}
