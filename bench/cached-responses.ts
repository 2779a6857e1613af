import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'

import type { Circumstances, Part } from './engines.ts'

import { startBareServer, type BareServerAnswers } from './bare-server.ts'
import { playRounds, type Figure } from './figures.ts'
import { COMPRESSED, FIRST_LIST, listIds, loadAddress } from './load.ts'
import { cpuSeconds } from '#prove/process-usage.ts'
import { withShop, type BenchShop } from './shop.ts'

interface CachedCase {
  name: string
  path: string
  headers?: Record<string, string>
}

const WARM_ROUNDS = 5
const ROUND_SECONDS = 0.4
/** Headers that the bare server adds by itself, or that differ from answer to answer. */
const OWN_HEADERS = ['date', 'connection', 'keep-alive', 'transfer-encoding']

async function measure({ origin, pid }: Pick<BenchShop, 'origin' | 'pid'>, path: string, headers = {}) {
  const before = cpuSeconds(pid)
  const loaded = await loadAddress(origin + path, ROUND_SECONDS, headers)
  return { ...loaded, cpuMicros: ((cpuSeconds(pid) - before) / loaded.answers) * 1e6 }
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
 * Sends the same requests to the shop and to the bare server in turn. They share one core; the load has another. Each
 * round measures both within a second, and only the ratios within a round are compared. Where the load generator limits
 * both, only the processor share tells them apart.
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
      const found = await playRounds(rounds, name, async (round) => {
        const first = round % 2 === 0 ? await askShop() : undefined
        const theirs = await askBare()
        const ours = first ?? (await askShop())
        return {
          requests: [ours.perSecond, '/s'],
          'of the bare server': [ours.perSecond / theirs.perSecond, '×', 'same headers, same body'],
          'bare server': [theirs.perSecond, '/s'],
          p50: [ours.p50Ms, 'ms'],
          p99: [ours.p99Ms, 'ms'],
          'processor time': [ours.cpuMicros, 'µs', 'of the shop, an answer'],
          'processor share': [theirs.cpuMicros / ours.cpuMicros, '×', "the bare server's time by the shop's"],
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

/** Cached pages, as they are and compressed. */
export const pages: Part = (circumstances) =>
  withShop({ products: 100 }, async (shop) => {
    const cases = Object.entries({ home: '/', 'list page': '/getproducts' }).flatMap(([name, path]) => [
      { name, path },
      { name: `${name}, compressed`, path, headers: COMPRESSED },
    ])
    return compareCached(shop, cases, circumstances)
  })
