import { setTimeout as sleep } from 'node:timers/promises'

import type { Fault } from '#prove/faults/fault.ts'
import type { LoadInputs } from '#prove/faults/visitor-traffic.ts'
import type { Visit } from '#prove/faults/visitor.ts'

import { loadFor, startLoadProcess } from '#prove/faults/load-process.ts'
import { isGood, otherThan, percentileMs, tally } from '#prove/faults/counts.ts'
import { finding, none } from '#prove/faults/fault.ts'
import { checkRecords, onServer, type Fixture } from '#prove/faults/fixture.ts'

const BUYERS = 6
const BUYER_PAUSE_MS = 300
const WATCHERS = 4
const WATCHER_PAUSE_MS = 40
const CONNECTIONS = 200
const SETTLING_MS = 2000
const MEASURED_MS = 10_000
const LONGEST_MS = 50

/** What no cache holds; a fifth of the connections asks for each. */
const FLOOD = ['page', 'search', 'long search', 'other spelling', 'feed'] as const

/** People of networks of their own: some buy, some look at cached pages. */
export const othersAt = ({ shop, actors, productId }: Fixture): LoadInputs => ({
  origin: shop.origin,
  productId,
  buyers: actors.map((person, index) => ({ ...person, from: `127.1.${index}.1` })),
  buyerPauseMs: BUYER_PAUSE_MS,
  lookers: Array.from({ length: WATCHERS }, (_, index) => ({
    look: index % 2 ? ('cached list' as const) : ('cached page' as const),
    from: `127.2.${index}.1`,
    pauseMs: WATCHER_PAUSE_MS,
  })),
})

/** Connections of one network, each of which asks again as soon as it is answered. */
export const floodOf = ({ shop }: Fixture, connections: number): LoadInputs => ({
  origin: shop.origin,
  lookers: Array.from({ length: connections }, (_, index) => ({
    look: FLOOD[index % FLOOD.length] ?? 'page',
    from: '127.9.9.9',
  })),
})

const isCached = ({ kind }: Visit) => kind.startsWith('cached')
const milliseconds = (value: number) => `${value.toFixed(1)} ms`

/** One network asks, over 200 connections, for everything that needs the processor. */
export const oneNetwork: Fault = {
  name: 'one-network',
  title: '200 connections of one network ask for what no cache holds',
  run: onServer({ actors: BUYERS }, async (fixture, say) => {
    await loadFor(SETTLING_MS, othersAt(fixture))
    const calm = await loadFor(MEASURED_MS, othersAt(fixture))
    const attack = startLoadProcess(floodOf(fixture, CONNECTIONS))
    await sleep(SETTLING_MS)
    const meanwhile = await loadFor(MEASURED_MS, othersAt(fixture))
    const attackers = await attack.leave()
    const cached = meanwhile.visits.filter(isCached)
    const refused = attackers.visits.filter(({ status }) => status === 503)
    const bought = meanwhile.paidOrders.length / Math.max(calm.paidOrders.length, 1)
    const cores = (attackers.cpuSeconds / attackers.seconds).toFixed(2)
    say(`the network: ${tally(attackers.visits)}; it took ${cores} of two cores itself`)
    for (const kind of FLOOD) say(`  ${kind}: ${tally(attackers.visits.filter((visit) => visit.kind === kind))}`)
    say(`the others, undisturbed: ${tally(calm.visits)}; meanwhile: ${tally(meanwhile.visits)}`)
    return [
      finding(
        `each of ${cached.length} cached pages and lists of the others within ${LONGEST_MS} ms (99 %)`,
        `${milliseconds(percentileMs(cached, 99))}; undisturbed ${milliseconds(percentileMs(calm.visits.filter(isCached), 99))}`,
        percentileMs(cached, 99) <= LONGEST_MS,
      ),
      none('answer to the others but success', otherThan(meanwhile.visits, [200])),
      finding(
        'purchases of the others as against undisturbed, at least 90 %',
        `${Math.round(bought * 100)} % (${meanwhile.paidOrders.length} and ${calm.paidOrders.length})`,
        bought >= 0.9,
      ),
      finding(
        'calls of the network that were served',
        attackers.visits.filter(isGood).length,
        attackers.visits.some(isGood),
      ),
      finding('calls of the network that were rejected', refused.length, refused.length > 0),
      none(
        'rejection without Retry-After',
        refused.filter(({ headers }) => !headers['retry-after']).map(({ kind }) => kind),
      ),
      none('answer to the network but success, 301 and 503', otherThan(attackers.visits, [200, 301, 503])),
      ...(await checkRecords(fixture.db, meanwhile)),
    ]
  }),
}
