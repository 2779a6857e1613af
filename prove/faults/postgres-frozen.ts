import { setTimeout as sleep } from 'node:timers/promises'

import type { Fault } from '#prove/faults/fault.ts'
import type { Visit } from '#prove/faults/visitor.ts'

import { startLoad } from '#prove/faults/visitor-traffic.ts'
import { msOf, otherThan, percentileMs, tally } from '#prove/faults/counts.ts'
import { finding, none, within } from '#prove/faults/fault.ts'
import { checkRecords, onServer } from '#prove/faults/fixture.ts'

const BEFORE_MS = 3000
const FROZEN_MS = 8000
const AFTER_MS = 6000

const isCached = ({ kind }: Visit) => kind.startsWith('cached')

/** PostgreSQL stands still, as a disk that hangs makes it, and then goes on. */
export const postgresFrozen: Fault = {
  name: 'postgres-frozen',
  title: 'PostgreSQL stands still for 8 s',
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
        { look: 'cached page' },
        ...Array.from({ length: 12 }, () => ({ look: 'search' as const })),
        { look: 'cart', ...(guest && { person: guest }) },
      ],
    })
    await sleep(BEFORE_MS)
    await server.freeze()
    const frozenAt = performance.now()
    const ready = await fetch(`${shop.origin}/readyz`)
    const readySaidMs = performance.now() - frozenAt
    await sleep(FROZEN_MS - readySaidMs)
    await server.thaw()
    const thawedAt = performance.now()
    await sleep(AFTER_MS)
    await load.leave()
    const { visits } = load
    const during = visits.filter(({ begunAt }) => begunAt > frozenAt && begunAt < thawedAt)
    const cached = during.filter(isCached)
    const refused = during.filter(({ status }) => status === 503)
    const late = visits.filter(({ endedAt, status }) => endedAt > thawedAt && status === 503)
    say(`while it stood: ${tally(during)}; in all: ${tally(visits)}`)
    return [
      none('answer but success and 503', otherThan(visits, [200, 201, 503])),
      finding('readyz says so', ready.status, ready.status === 503),
      within('readyz says so', readySaidMs, 3000),
      none('cached page or list that was not served', otherThan(cached, [200])),
      within(`each of ${cached.length} cached pages and lists was served (99 %)`, percentileMs(cached, 99), 250),
      within('whoever was refused heard of it', Math.max(0, ...refused.map(msOf)), 8000),
      within('after it goes on nobody is refused', Math.max(0, ...late.map(({ endedAt }) => endedAt - thawedAt)), 5000),
      ...(await checkRecords(fixture.db, load)),
    ]
  }),
}
