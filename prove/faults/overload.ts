import type { Fault, Finding } from '#prove/faults/fault.ts'
import type { LoadInputs } from '#prove/faults/visitor-traffic.ts'
import type { Visit } from '#prove/faults/visitor.ts'

import { sum } from 'd3-array'

import { cpuSeconds } from '#prove/process-usage.ts'
import { loadFor, type LoadReport } from '#prove/faults/load-process.ts'
import { isGood, msOf, otherThan, percentileMs, tally } from '#prove/faults/counts.ts'
import { finding, none, within } from '#prove/faults/fault.ts'
import { checkRecords, onEmbedded, type Fixture } from '#prove/faults/fixture.ts'

/** The peak and the overload are measured in turn, so that what else the machine does meanwhile meets both. */
const TURNS = 5
/** Longer than a call may wait, so that what is too much shows. */
const TURN_MS = 8000
const BUYERS = 4
const BUYER_PAUSE_MS = 300
/** How long a visitor looks at what has come before asking for the next. */
const VISITOR_PAUSE_MS = 1000
const FEWEST_VISITORS = 16
/** How many times as many visitors come as at the peak. */
const OVERLOAD = 3
/** The shop is the limit where it takes this much of one core, because it works in one thread. */
const BUSY = 0.9
/** It carries as many visitors as it serves without rejecting more than this share of their calls. */
const REJECTED = 0.01
const REFUSED_WITHIN_MS = 3000

/** Calls of people who only look around; the cache answers none of them. */
const MIX = ['search', 'search', 'cart', 'page'] as const

interface Round extends LoadReport {
  visitors: number
  /** Shares of one core. */
  shopShare: number
  loadShare: number
  perSecond: number
}

/** So many visitors, each of a network of their own, and always the same buyers. */
function visitorsOf({ shop, actors, productId }: Fixture, visitors: number): LoadInputs {
  const [guest, ...buyers] = actors
  return {
    origin: shop.origin,
    productId,
    buyers,
    buyerPauseMs: BUYER_PAUSE_MS,
    lookers: Array.from({ length: visitors }, (_, index) => ({
      look: MIX[index % MIX.length] ?? 'search',
      pauseMs: VISITOR_PAUSE_MS,
      from: `127.${1 + Math.floor(index / 250)}.${index % 250}.1`,
      ...(guest && { person: guest }),
    })),
  }
}

async function playRound(fixture: Fixture, visitors: number): Promise<Round> {
  const before = cpuSeconds(fixture.shop.pid)
  const report = await loadFor(TURN_MS, visitorsOf(fixture, visitors))
  return {
    ...report,
    visitors,
    shopShare: (cpuSeconds(fixture.shop.pid) - before) / report.seconds,
    loadShare: report.cpuSeconds / report.seconds,
    perSecond: report.visits.filter(isGood).length / report.seconds,
  }
}

const isRejected = ({ status }: Visit) => status === 503

/** Twice as many visitors each time, until the shop rejects some. Resolves to the number before. */
async function findPeak(fixture: Fixture, say: (round: Round) => void): Promise<number> {
  for (let visitors = FEWEST_VISITORS; ; visitors *= 2) {
    const round = await playRound(fixture, visitors * 2)
    say(round)
    if (round.visits.filter(isRejected).length > round.visits.length * REJECTED) return visitors
  }
}

/** Rounds of as many visitors as one. */
function putTogether(rounds: readonly [Round, ...Round[]]): Round {
  const seconds = sum(rounds, (round) => round.seconds)
  const mean = (value: (round: Round) => number) => sum(rounds, (round) => value(round) * round.seconds) / seconds
  return {
    visitors: rounds[0].visitors,
    visits: rounds.flatMap(({ visits }) => visits),
    paidOrders: rounds.flatMap(({ paidOrders }) => paidOrders),
    messages: rounds.flatMap(({ messages }) => messages),
    seconds,
    cpuSeconds: sum(rounds, (round) => round.cpuSeconds),
    shopShare: mean(({ shopShare }) => shopShare),
    loadShare: mean(({ loadShare }) => loadShare),
    perSecond: mean(({ perSecond }) => perSecond),
  }
}

/** Plays these numbers of visitors in turn, and returns what each number saw. */
async function playInTurn(fixture: Fixture, peak: number): Promise<{ peak: Round; loaded: Round }> {
  const play = (visitors: number) => playRound(fixture, visitors)
  const peaks: [Round, ...Round[]] = [await play(peak)]
  const loads: [Round, ...Round[]] = [await play(peak * OVERLOAD)]
  while (loads.length < TURNS) {
    peaks.push(await play(peak))
    loads.push(await play(peak * OVERLOAD))
  }
  return { peak: putTogether(peaks), loaded: putTogether(loads) }
}

const percent = (share: number) => `${Math.round(share * 100)} %`
const isPayment = ({ kind }: Visit) => ['start', 'verify', 'order'].includes(kind)

function describe(peak: Round, loaded: Round): Finding[] {
  const { visits } = loaded
  const refused = visits.filter(isRejected)
  const bought = loaded.paidOrders.length / Math.max(peak.paidOrders.length, 1)
  const served = loaded.perSecond / peak.perSecond
  return [
    finding(
      'the shop is the limit, not the load: of one core the shop had, the load had',
      `${percent(loaded.shopShare)}, ${percent(loaded.loadShare)}`,
      loaded.shopShare >= BUSY && loaded.loadShare < BUSY,
    ),
    finding('served of the peak, at least 90 %', percent(served), served >= 0.9),
    finding(
      'purchases as against the peak, at least 90 %',
      `${percent(bought)} (${loaded.paidOrders.length} and ${peak.paidOrders.length})`,
      bought >= 0.9,
    ),
    finding('calls rejected', refused.length, refused.length > 0),
    none(
      'refusal without Retry-After',
      refused.filter(({ headers }) => !headers['retry-after']).map(({ kind }) => kind),
    ),
    within('slowest refusal', Math.max(0, ...refused.map(msOf)), REFUSED_WITHIN_MS),
    none('answer but success and 503', otherThan(visits, [200, 201, 503])),
    none('call of a payment that was rejected', otherThan(visits.filter(isPayment), [200])),
    within('a call of a payment, 95 %', percentileMs(visits.filter(isPayment), 95), 2000),
    within('slowest answer', Math.max(...visits.map(msOf)), 10_000),
  ]
}

/** Three times as many visitors as the shop can serve, and people who want to pay. */
export const overload: Fault = {
  name: 'overload',
  title: 'Three times the load it can carry',
  run: onEmbedded({ actors: BUYERS + 1 }, async (fixture, say) => {
    const tell = ({ visitors, perSecond, shopShare, loadShare, paidOrders, visits }: Round) =>
      say(
        `${visitors} visitors: ${Math.round(perSecond)} answers a second, ${paidOrders.length} purchases; of one core the shop ${percent(shopShare)}, the load ${percent(loadShare)}; ${tally(visits)}`,
      )
    const carried = await findPeak(fixture, tell)
    const { peak, loaded } = await playInTurn(fixture, carried)
    tell(peak)
    tell(loaded)
    return [...describe(peak, loaded), ...(await checkRecords(fixture.db, loaded))]
  }),
}
