import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import type { Part } from './engines.ts'

import { admin } from './admin.ts'
import { api, pages } from './cached-responses.ts'
import { cart } from './cart.ts'
import { encoding } from './encoding.ts'
import { openEngines } from './engines.ts'
import { resultsOf, tableOf } from './figures.ts'
import { firstRequests } from './first-requests.ts'
import { flame } from './flame.ts'
import { growth } from './growth.ts'
import { describeMachine, loadNow } from './machine.ts'
import { memory } from './memory.ts'
import { readsDuringOrders } from './reads-during-orders.ts'
import { orders } from './orders.ts'
import { purchase } from './purchase.ts'
import { simulation } from './simulation.ts'
import { start } from './start.ts'
import { shoppingTasks } from './shopping-tasks.ts'

const PARTS: Record<string, Part> = {
  api,
  pages,
  mixed: readsDuringOrders,
  cart,
  orders,
  purchase,
  simulation,
  start,
  memory,
  growth,
  first: firstRequests,
  flame,
  admin,
  tasks: shoppingTasks,
  encoding,
}
const RESULTS = join(import.meta.dirname, 'results.json')
const LEAST_ROUNDS = 5
const BUDGET_MS = { usual: 8 * 60_000, large: 45 * 60_000 }

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    rounds: { type: 'string', default: String(LEAST_ROUNDS) },
    large: { type: 'boolean', default: false },
  },
})
// The administrators' lists take more than a minute on each engine, the shopping tasks and the encoding some minutes, and the
// simulation one.
const SELDOM = ['tasks', 'encoding', 'simulation']
const names =
  values.only ?? Object.keys(PARTS).filter((name) => !SELDOM.includes(name) && (name !== 'admin' || values.large))
const unknown = names.find((name) => !PARTS[name])
const rounds = Number(values.rounds)
if (unknown !== undefined || !Number.isInteger(rounds) || rounds < LEAST_ROUNDS) {
  console.error(
    `Usage: npm run bench -- [--only ${Object.keys(PARTS).join('|')}]… [--rounds ${LEAST_ROUNDS}] [--large]`,
  )
  process.exit(2)
}
setTimeout(
  () => {
    console.error('The benchmarks took too long and were stopped.')
    process.exit(1)
  },
  values.large ? BUDGET_MS.large : BUDGET_MS.usual,
).unref()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const machine = await describeMachine()
console.log(`${machine}; load, shop, bare server and database share the cores; load ${loadNow()}`)
const results = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Record<string, object>) : {}
const engines = openEngines()
const circumstances = {
  rounds,
  isLarge: values.large,
  engines: engines.list,
  say: (line: string) => process.stderr.write(`  … ${line}\n`),
}

try {
  for (const name of names) {
    const part = PARTS[name]
    if (!part) continue
    const takenAt = new Date()
    const loadBefore = loadNow()
    const figures = await part(circumstances)
    const seconds = Math.round((Date.now() - takenAt.getTime()) / 1000)
    results[name] = { takenAt: takenAt.toISOString(), seconds, loadBefore, machine, figures: resultsOf(figures) }
    console.log(`\n${name} (${seconds} s, load before ${loadBefore})\n${tableOf(figures)}`)
    writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
  }
} finally {
  await engines.close()
}
