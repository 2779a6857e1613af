import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { describeMachine, loadNow } from '#prove/machine.ts'

import type { Part } from './engines.ts'

import { admin } from './admin.ts'
import { api, pages } from './cached-responses.ts'
import { cart } from './cart.ts'
import { encoding } from './encoding.ts'
import { sales } from './sales.ts'
import { openEngines } from './engines.ts'
import { resultsOf, tableOf } from './figures.ts'
import { flame } from './flame.ts'
import { orders } from './orders.ts'
import { purchase } from './purchase.ts'
import { readsDuringOrders } from './reads-during-orders.ts'
import { tasks } from './tasks.ts'
import { simulation } from './simulation.ts'
import { imports } from './imports.ts'
import { packing } from './packing.ts'
import { memory, start } from './start-and-memory.ts'
import { first, growth } from './uncached-responses.ts'

const USUAL: Record<string, Part> = {
  api,
  pages,
  'reads-during-orders': readsDuringOrders,
  cart,
  orders,
  purchase,
  start,
  memory,
  growth,
  first,
  flame,
}
/** These take minutes, so they are measured on demand only; `admin` also with `--large`. */
const SELDOM: Record<string, Part> = { admin, tasks, encoding, simulation, sales, imports, packing }
const PARTS = { ...USUAL, ...SELDOM }
const RESULTS = join(import.meta.dirname, 'results.json')
const LEAST_ROUNDS = 5
const LONGEST_MINUTES = { usual: 8, large: 45 }

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    rounds: { type: 'string', default: String(LEAST_ROUNDS) },
    large: { type: 'boolean', default: false },
  },
})
const names = values.only ?? [...Object.keys(USUAL), ...(values.large ? ['admin'] : [])]
const rounds = Number(values.rounds)
if (names.some((name) => !PARTS[name]) || !Number.isInteger(rounds) || rounds < LEAST_ROUNDS) {
  const parts = Object.keys(PARTS).join('|')
  console.error(`Usage: npm run bench -- [--only ${parts}]… [--rounds ${LEAST_ROUNDS}] [--large]`)
  process.exit(2)
}
const tooLong = () => {
  console.error('The benchmarks took too long and were stopped.')
  process.exit(1)
}
setTimeout(tooLong, LONGEST_MINUTES[values.large ? 'large' : 'usual'] * 60_000).unref()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const machine = await describeMachine()
console.log(`${machine}; load, shop, bare server and database share the cores; load ${loadNow()}`)
const results = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Record<string, object>) : {}
const engines = openEngines()
const say = (line: string) => process.stderr.write(`  … ${line}\n`)

try {
  for (const name of names) {
    const takenAt = new Date()
    const loadBefore = loadNow()
    const figures = await PARTS[name]?.({ rounds, isLarge: values.large, engines: engines.list, say })
    if (!figures) continue
    const seconds = Math.round((Date.now() - takenAt.getTime()) / 1000)
    results[name] = { takenAt: takenAt.toISOString(), seconds, loadBefore, machine, figures: resultsOf(figures) }
    console.log(`\n${name} (${seconds} s, load before ${loadBefore})\n${tableOf(figures)}`)
    writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
  }
} finally {
  await engines.close()
}
