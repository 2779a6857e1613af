import { parseArgs } from 'node:util'

import type { Fixture } from '#prove/fixture.ts'

import { createRandom } from '#prove/random.ts'
import { closeConnections } from '#prove/client.ts'
import { KILL_POINTS } from '#prove/kill-points.ts'
import { inWords, PARTS, type Part } from '#prove/parts.ts'
import { tryMutations } from '#prove/plant-bug.ts'
import { openFixtures } from '#prove/fixture.ts'
import { playOn } from '#prove/play-on.ts'
import { playTaxOrders } from '#prove/tax-orders.ts'

/** Played without a shop. */
const TAX = { name: 'tax', option: 'orders', count: 1_000_000 }
const ALL = [TAX, ...PARTS]
const NAMES = ALL.map(({ name }) => name)

const counts = Object.fromEntries(
  ALL.map(({ option, count }) => [option, { type: 'string' as const, default: String(count) }]),
)
const { values } = parseArgs({
  options: {
    ...counts,
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', multiple: true, default: NAMES },
    engine: { type: 'string' },
    point: { type: 'string', multiple: true },
    mutations: { type: 'boolean', default: false },
    mutation: { type: 'string', multiple: true },
  },
})

/** How much of a part is played. */
const countOf = ({ option }: { option: string }) => Number((values as Record<string, unknown>)[option])

const isUsable =
  ALL.every((part) => Number.isInteger(countOf(part)) && countOf(part) > 0) &&
  values.only.every((name) => NAMES.includes(name)) &&
  [undefined, 'embedded', 'postgres'].includes(values.engine) &&
  (values.point ?? []).every((point) => KILL_POINTS[point])
if (!isUsable) {
  console.error(
    [
      `Usage: npm run prove -- [--only ${NAMES.join('|')}]…`,
      `           ${ALL.map(({ option }) => `[--${option} N]`).join(' ')}`,
      '           [--seed TEXT] [--engine embedded|postgres] [--point NAME]…',
      '       npm run prove -- --mutations [--mutation PART-OF-A-NAME]…',
    ].join('\n'),
  )
  process.exit(2)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

if (values.mutations) process.exit((await tryMutations(values.mutation, console.log)) ? 0 : 1)

const say = (line: string) => process.stderr.write(`  … ${line}\n`)
const table: string[] = []
const faults: string[] = []
console.log(`seed ${values.seed}`)

const note = (engine: string, name: string, figure: string) =>
  table.push(`  ${engine.padEnd(11)} ${name.padEnd(20)} ${figure}`)
const secondsSince = (begin: number) => Math.round((performance.now() - begin) / 1000)

function playTax(): void {
  const begin = performance.now()
  const records = playTaxOrders(createRandom(`${values.seed} tax`), { orders: countOf(TAX), say })
  const documents = `${inWords(records.invoices)} invoices, ${inWords(records.creditNotes)} credit notes`
  note('no engine', 'random orders', `${inWords(records.orders)}, ${documents}, ${secondsSince(begin)} s`)
  faults.push(...records.faults.map((fault) => `tax: ${fault}`))
}

async function playPart(part: Part, fixture: Fixture): Promise<void> {
  const { engine } = fixture
  const begin = performance.now()
  say(`${engine}, ${part.name}`)
  const played = await playOn(fixture, `${values.seed} ${engine} ${part.name}`, async (world, random) => ({
    lines: await part.play({ world, fixture, random, say, points: values.point }, countOf(part)),
    tally: world.tally,
  }))
  for (const [name, figure] of played.lines) note(engine, name, figure)
  note(engine, 'took', `${secondsSince(begin)} s`)
  const outcomes = [...played.tally].map(([outcome, times]) => `${outcome}: ${times}`)
  say(outcomes.toSorted((a, b) => a.localeCompare(b)).join(', '))
  faults.push(...played.faults.map((fault) => `${engine}, ${part.name}: ${fault}`))
}

if (values.only.includes(TAX.name)) playTax()
const { fixtures, close } = await openFixtures(values.engine)
try {
  for (const open of Object.values(fixtures)) {
    for (const part of PARTS.filter(({ name }) => values.only.includes(name))) {
      const fixture = await open()
      if (part.isRaced && fixture.processes === 1) await fixture.close()
      else await playPart(part, fixture)
    }
  }
} finally {
  closeConnections()
  await close()
}
console.log(table.join('\n'))
for (const fault of faults) console.error(fault)
console.log(
  faults.length === 0 ? 'Nothing was found wrong.' : `${faults.length} faults; again with --seed ${values.seed}`,
)
process.exitCode = faults.length === 0 ? 0 : 1
