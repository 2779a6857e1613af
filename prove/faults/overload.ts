import { median } from 'd3-array'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Fault, Finding } from '#prove/faults/fault.ts'
import type { Fixture } from '#prove/faults/fixture.ts'
import type { Visit } from '#prove/faults/visitor.ts'

import { startLoad, LOOKS, type Load } from '#prove/faults/visitor-traffic.ts'
import { isGood, msOf, otherThan, percentileMs, tally } from '#prove/faults/counts.ts'
import { finding, none, within } from '#prove/faults/fault.ts'
import { checkRecords, onEmbedded } from '#prove/faults/fixture.ts'
import { createVisitor } from '#prove/faults/visitor.ts'

const ROUNDS = 3
const MEASURED_MS = 6000
const BUYERS = 4
/** How many times as many calls come as at the peak. */
const OVERLOAD = 3
const TICK_MS = 10
/** The longest wait that the limiter allows, and the work after it. */
const SLOWEST_MS = 10_000

/** Calls of people who only look around; the cache answers none of them. */
const MIX = ['search', 'search', 'cart', 'page'] as const

interface Round {
  peakPerSecond: number
  loadedPerSecond: number
  peakPurchases: number
  loadedPurchases: number
  visits: Visit[]
  loads: Load[]
}

const perSecond = (visits: readonly Visit[]) => visits.filter(isGood).length / (MEASURED_MS / 1000)

/** As many calls as the shop can serve: each visitor calls again as soon as an answer has come. */
async function measurePeak({ shop, actors, productId }: Fixture): Promise<Load> {
  const [guest, ...buyers] = actors
  const lookers = [...MIX, ...MIX, ...MIX].map((look) => ({ look, ...(guest && { person: guest }) }))
  const load = startLoad({ origin: shop.origin, buyers: buyers.slice(0, BUYERS), productId, lookers })
  await sleep(MEASURED_MS)
  await load.leave()
  return load
}

/** Sends this many calls a second, whether or not earlier ones were answered; the buyers come as before. */
async function overrun({ shop, actors, productId }: Fixture, looksPerSecond: number) {
  const [guest, ...buyers] = actors
  const agent = new Agent({ keepAlive: true, maxSockets: 2000 })
  const visitor = createVisitor(guest?.cookie, agent)
  const load = startLoad({ origin: shop.origin, buyers: buyers.slice(0, BUYERS), productId })
  const begin = performance.now()
  const sent: Promise<Visit>[] = []
  while (performance.now() - begin < MEASURED_MS) {
    const due = ((performance.now() - begin) / 1000) * looksPerSecond
    while (sent.length < due) sent.push(visitor(shop.origin, LOOKS[MIX[sent.length % MIX.length] ?? 'search']()))
    await sleep(TICK_MS)
  }
  const measuredUntil = performance.now()
  await load.leave()
  const looks = await Promise.all(sent)
  agent.destroy()
  return { load, looks, inTime: [...looks, ...load.visits].filter(({ endedAt }) => endedAt <= measuredUntil) }
}

async function playRound(fixture: Fixture): Promise<Round> {
  const peak = await measurePeak(fixture)
  const looks = peak.visits.filter(({ kind }) => ['search', 'cart', 'page'].includes(kind))
  const { load, looks: sent, inTime } = await overrun(fixture, perSecond(looks) * OVERLOAD)
  return {
    peakPerSecond: perSecond(peak.visits),
    loadedPerSecond: perSecond(inTime),
    peakPurchases: peak.paidOrders.length,
    loadedPurchases: load.paidOrders.length,
    visits: [...sent, ...load.visits],
    loads: [peak, load],
  }
}

function describe(rounds: Round[]): Finding[] {
  const visits = rounds.flatMap((round) => round.visits)
  const refused = visits.filter(({ status }) => status === 503)
  const served = rounds.map(({ peakPerSecond, loadedPerSecond }) => loadedPerSecond / peakPerSecond)
  const bought = rounds.map(({ peakPurchases, loadedPurchases }) => loadedPurchases / Math.max(peakPurchases, 1))
  const paymentCalls = visits.filter(({ kind }) => ['start', 'verify', 'order'].includes(kind))
  const percent = (share: number) => `${Math.round(share * 100)} %`
  return [
    finding(
      'served of the peak (median of the rounds), at least 90 %',
      `${percent(median(served) ?? 0)} (${served.map(percent).join(', ')})`,
      (median(served) ?? 0) >= 0.9,
    ),
    finding('calls rejected', refused.length, refused.length > 0),
    none(
      'refusal without Retry-After',
      refused.filter(({ headers }) => !headers['retry-after']).map(({ kind }) => kind),
    ),
    none('answer but success and 503', otherThan(visits, [200, 201, 503])),
    none('call of a payment that was rejected', otherThan(paymentCalls, [200])),
    finding('purchases as against the peak', percent(median(bought) ?? 0), (median(bought) ?? 0) >= 0.5),
    within('a call of a payment, 95 %', percentileMs(paymentCalls, 95), 2000),
    within('hearing of a refusal, 95 %', percentileMs(refused, 95), 3000),
    within('slowest answer', Math.max(...visits.map(msOf)), SLOWEST_MS),
  ]
}

/** Three times as many calls as the shop can serve, and people who want to pay. */
export const overload: Fault = {
  name: 'overload',
  title: 'Three times the load it can carry',
  run: onEmbedded({ actors: BUYERS + 1 }, async (fixture, say) => {
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const played = await playRound(fixture)
      rounds.push(played)
      const [peak, loaded] = [played.peakPerSecond, played.loadedPerSecond].map(Math.round)
      say(`${peak} a second at the peak, ${loaded} under three times as much; ${tally(played.visits)}`)
    }
    const checked = await Promise.all(
      rounds.flatMap(({ loads }) => loads.map((load) => checkRecords(fixture.db, load))),
    )
    return [...describe(rounds), ...checked.flat()]
  }),
}
