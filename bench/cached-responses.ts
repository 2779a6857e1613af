import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

import type { BareServerAnswers } from './bare-server.ts'
import type { Circumstances, Part } from './engines.ts'

import { timeAfterChange, withShop, type BenchShop } from './prepare.ts'
import { median, playRounds, type Figure, type Measures } from './figures.ts'
import { COMPRESSED, FIRST_LIST, flood, listIds } from './send-requests.ts'
import { cpuSeconds } from './machine.ts'
import { startBareServer } from './start-processes.ts'

interface CachedCase {
  name: string
  path: string
  headers?: Record<string, string>
}

const WARM_ROUNDS = 5
const ROUND_SECONDS = 0.4
const RENDERED_SAMPLES = 6
/** Headers that the bare server adds by itself, or that differ from answer to answer. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive', 'transfer-encoding']

const MEASURES: Measures<string> = {
  requests: ['/s'],
  'of the bare server': ['×', 'same headers, same body'],
  'bare server': ['/s'],
  p50: ['ms'],
  p99: ['ms'],
  'processor time': ['µs', 'of the shop, an answer'],
  'processor share': ['×', "the bare server's time by the shop's"],
}

async function measure({ origin, pid }: Pick<BenchShop, 'origin' | 'pid'>, path: string, headers = {}) {
  const before = cpuSeconds(pid)
  const flooded = await flood(origin + path, ROUND_SECONDS, headers)
  return { ...flooded, cpuMicros: ((cpuSeconds(pid) - before) / flooded.answers) * 1e6 }
}

/** All threads of a process stay on these cores from now on, where the system has the command. */
const bindTo = (cores: string, pids: readonly number[]) =>
  Promise.allSettled(
    pids.map((pid) => promisify(execFile)('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)])),
  )

/** Gives the shop's own answers to a bare server, with the shop's headers. */
async function startBareServerLike({ visitor }: BenchShop, cases: readonly CachedCase[]) {
  const answers: BareServerAnswers = new Map()
  for (const [index, { path, headers }] of cases.entries()) {
    await visitor.call('GET', path, undefined, headers)
    const { bytes: body, headers: given } = await visitor.call('GET', path, undefined, headers)
    const all = Object.entries(given).filter(([name]) => !OWN_HEADERS.includes(name)) as [string, string][]
    answers.set(`/${index}`, { headers: Object.fromEntries(all), body })
  }
  return startBareServer(answers)
}

/**
 * Sends the same requests to the shop and to the bare server in turn. They share one core; the load has another. Each round
 * measures both within a second, and only the ratios within a round are compared. Where the load generator limits both, only
 * the processor share tells them apart.
 */
async function compareCached(shop: BenchShop, cases: readonly CachedCase[], { rounds, say }: Circumstances) {
  const bare = await startBareServerLike(shop, cases)
  const figures: Figure[] = []
  const cores = availableParallelism()
  try {
    if (cores > 1) await Promise.all([bindTo('0', [shop.pid, bare.pid]), bindTo('1', [process.pid])])
    for (const [index, { name, path, headers }] of cases.entries()) {
      const askShop = () => measure(shop, path, headers)
      const askBare = () => measure(bare, `/${index}`, headers)
      // Both are fresh processes: their code is compiled while the first case warms up.
      for (let warm = 0; warm < (index === 0 ? WARM_ROUNDS : 0); warm++) await Promise.all([askShop(), askBare()])
      const found = await playRounds(rounds, name, MEASURES, async (round) => {
        const first = round % 2 === 0 ? await askShop() : undefined
        const theirs = await askBare()
        const ours = first ?? (await askShop())
        return {
          requests: ours.perSecond,
          'of the bare server': ours.perSecond / theirs.perSecond,
          'bare server': theirs.perSecond,
          p50: ours.p50Ms,
          p99: ours.p99Ms,
          'processor time': ours.cpuMicros,
          'processor share': theirs.cpuMicros / ours.cpuMicros,
        }
      })
      figures.push(...found)
      say(name)
    }
  } finally {
    if (cores > 1) await bindTo(`0-${cores - 1}`, [shop.pid, process.pid])
    await bare.stop()
  }
  return figures
}

/** Cached answers of the API: a list of twelve, a product, the categories. */
export const api: Part = (circumstances) =>
  withShop({ products: 100 }, async (shop) => {
    const [firstId] = await listIds(shop.visitor)
    const cases = [
      { name: 'list of 12', path: FIRST_LIST },
      { name: 'product', path: `/api/products/product/${firstId}` },
      { name: 'categories', path: '/api/categories/getcateg' },
    ]
    return compareCached(shop, cases, circumstances)
  })

const PAGES = [
  ['home', '/'],
  ['list page', '/getproducts'],
] as const

/** Pages: cached, as they are and compressed; and rendered, when the catalogue has just changed. */
export const pages: Part = (circumstances) =>
  withShop({ products: 100, plenty: 1 }, async (shop) => {
    const cases = PAGES.flatMap(([name, path]) => [
      { name, path },
      { name: `${name}, compressed`, path, headers: COMPRESSED },
    ])
    const figures = await compareCached(shop, cases, circumstances)
    for (const [name, path] of PAGES) {
      const rendered: Measures<string> = { rendered: ['ms', 'catalogue just changed, identity, 6 a round'] }
      const play = async () => {
        const times: number[] = []
        while (times.length < RENDERED_SAMPLES) times.push(await timeAfterChange(shop, path))
        return { rendered: median(times) }
      }
      await play()
      figures.push(...(await playRounds(circumstances.rounds, name, rendered, play)))
    }
    return figures
  })
