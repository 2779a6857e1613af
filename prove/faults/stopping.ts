import { setTimeout as sleep } from 'node:timers/promises'

import type { Fault } from '#prove/faults/fault.ts'

import { startLoad } from '#prove/faults/visitor-traffic.ts'
import { isGood, tally } from '#prove/faults/counts.ts'
import { finding, none, within } from '#prove/faults/fault.ts'
import { checkRecords, onEmbedded } from '#prove/faults/fixture.ts'

const BEFORE_MS = 3000
const AFTER_MS = 500
/** How long a busy process may take to notice the signal. */
const HEARD_MS = 1000

/** The process is told to end while people buy, look and write on connections that they keep. */
export const stopping: Fault = {
  name: 'stopping',
  title: 'SIGTERM under load',
  run: onEmbedded({ actors: 8 }, async (fixture, say) => {
    const { shop, actors, productId } = fixture
    const lookers = (['cached list', 'cached page', 'search', 'page'] as const).flatMap((look) => [{ look }, { look }])
    const load = startLoad({ origin: shop.origin, buyers: actors, productId, lookers, writers: 2 })
    await sleep(BEFORE_MS)
    const signalledAt = performance.now()
    const code = await shop.stop()
    const stopMs = performance.now() - signalledAt
    await sleep(AFTER_MS)
    await load.leave()
    const { visits } = load
    const answeredLate = visits.filter(({ endedAt, ending }) => endedAt > signalledAt && ending === 'answered')
    const cut = visits.filter(({ ending }) => ending === 'cut')
    const unexpected = visits.filter((visit) => visit.ending === 'answered' && !isGood(visit) && visit.status !== 503)
    say(`${tally(visits)}; after the signal ${tally(answeredLate)}`)
    const seen = [
      finding('exit code', String(code), code === 0),
      within('out', stopMs, 10_000),
      none(
        'call that was sent and not answered whole',
        cut.map(({ kind, begunAt }) => `${kind}, begun ${Math.round(begunAt - signalledAt)} ms after the signal`),
      ),
      none(
        'answer but success and 503',
        unexpected.map(({ kind, status }) => `${kind} ${status}`),
      ),
      none(
        'answer after the signal that leaves the connection open',
        answeredLate
          .filter(({ begunAt, headers }) => begunAt > signalledAt + HEARD_MS && headers.connection !== 'close')
          .map(({ kind, status }) => `${kind} ${status}`),
      ),
    ]
    await fixture.reopen()
    return [...seen, ...(await checkRecords(fixture.db, load))]
  }),
}
