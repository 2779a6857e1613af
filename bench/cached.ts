import type { BareServerAnswers } from './bare-server.ts'
import type { Circumstances } from './benchmark.ts'

import { createCaller } from './caller.ts'
import { bindToCores } from './cores.ts'
import { figure, type Figure } from './figures.ts'
import { flood } from './flood.ts'
import { cpuSeconds } from './machine.ts'
import { startBareServer, type Program } from './programs.ts'

export interface CachedCase {
  name: string
  path: string
  headers?: Record<string, string>
}

const CONNECTIONS = 16
/** Both sides are fresh processes: their code is compiled while the first case warms up. */
const FIRST_WARM_SECONDS = 2
const WARM_SECONDS = 0.4
const ROUND_SECONDS = 0.4
const MICROSECONDS = 1e6
/** What the anchor adds by itself, or what differs from answer to answer. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive', 'transfer-encoding']
const PLAIN_HEADERS = ['content-type', 'content-length', 'content-encoding']

interface Round {
  perSecond: number
  p50Ms: number
  p99Ms: number
  cpuMicros: number
}

async function measure({ origin, pid }: Program, path: string, headers = {}, seconds = ROUND_SECONDS): Promise<Round> {
  const before = cpuSeconds(pid) ?? Number.NaN
  const { perSecond, p50Ms, p99Ms, answers } = await flood({ origin, path, headers, connections: CONNECTIONS, seconds })
  const cpuMicros = (((cpuSeconds(pid) ?? Number.NaN) - before) / answers) * MICROSECONDS
  return { perSecond, p50Ms, p99Ms, cpuMicros }
}

/** Takes the shop's own answers and gives them to the anchor, each with the shop's headers and with the plain few. */
async function bareServerOf(
  shop: Program,
  cases: readonly CachedCase[],
): Promise<{ anchor: Program; bytes: number[] }> {
  const caller = createCaller(shop.origin)
  const answers: BareServerAnswers = new Map()
  const bytes: number[] = []
  for (const [index, { path, headers }] of cases.entries()) {
    await caller.call('GET', path, undefined, headers)
    const { body, headers: given } = await caller.call('GET', path, undefined, headers)
    const all = Object.entries(given).filter(([name]) => !OWN_HEADERS.includes(name))
    const plain = all.filter(([name]) => PLAIN_HEADERS.includes(name))
    answers.set(`/same/${index}`, { headers: Object.fromEntries(all), body })
    answers.set(`/plain/${index}`, { headers: Object.fromEntries(plain), body })
    bytes.push(body.length)
  }
  caller.close()
  return { anchor: await startBareServer(answers), bytes }
}

function figuresOf(name: string, bytes: number, shop: Round[], same: Round[], plain: Round[]): Figure[] {
  const each = (rounds: Round[], key: keyof Round) => rounds.map((round) => round[key])
  const shares = (side: Round[], key: 'perSecond' | 'cpuMicros') =>
    shop.map((round, index) => {
      const other = side[index]?.[key] ?? Number.NaN
      return key === 'perSecond' ? round[key] / other : other / round[key]
    })
  const figures = [
    figure(`${name}, requests`, '/s', each(shop, 'perSecond'), `${bytes} bytes`),
    figure(`${name}, of the bare server`, '×', shares(same, 'perSecond'), 'same headers, same body'),
    figure(`${name}, of the bare server, plain`, '×', shares(plain, 'perSecond'), 'same body, four headers'),
    figure(`${name}, bare server`, '/s', each(same, 'perSecond')),
    figure(`${name}, p50`, 'ms', each(shop, 'p50Ms')),
    figure(`${name}, p99`, 'ms', each(shop, 'p99Ms')),
  ]
  if (shop.some(({ cpuMicros }) => Number.isNaN(cpuMicros))) return figures
  return [
    ...figures,
    figure(`${name}, processor time`, 'µs', each(shop, 'cpuMicros'), 'of the shop, an answer'),
    figure(`${name}, processor share`, '×', shares(same, 'cpuMicros'), "the bare server's time by the shop's"),
  ]
}

/**
 * Floods the shop and the anchor in turn with the same question and the same answer. Each round measures all of them
 * within a few seconds of each other, and only the ratios within a round are compared. Both have the same core for themselves.
 */
export async function compareCached(
  shop: Program,
  cases: readonly CachedCase[],
  { rounds, say }: Circumstances,
): Promise<Figure[]> {
  const { anchor, bytes } = await bareServerOf(shop, cases)
  const giveBack = await bindToCores([shop.pid, anchor.pid])
  const figures: Figure[] = []
  try {
    for (const [index, { name, path, headers }] of cases.entries()) {
      const sides = [
        { rounds: [] as Round[], run: (seconds?: number) => measure(shop, path, headers, seconds) },
        { rounds: [] as Round[], run: (seconds?: number) => measure(anchor, `/same/${index}`, headers, seconds) },
        { rounds: [] as Round[], run: (seconds?: number) => measure(anchor, `/plain/${index}`, headers, seconds) },
      ] as const
      for (const side of sides) await side.run(index === 0 ? FIRST_WARM_SECONDS : WARM_SECONDS)
      for (let round = 0; round < rounds; round++) {
        // Another one begins each round.
        const order = [...sides.slice(round % 3), ...sides.slice(0, round % 3)]
        for (const side of order) side.rounds.push(await side.run())
      }
      figures.push(...figuresOf(name, bytes[index] ?? 0, sides[0].rounds, sides[1].rounds, sides[2].rounds))
      say(name)
    }
  } finally {
    await giveBack()
    await anchor.stop()
  }
  return figures
}
