import { max, median } from 'd3-array'
import { parseArgs } from 'node:util'

import { createRandom, type Random } from '#prove/random.ts'
import { playChaos, compareAfterRestart } from '#prove/chaos.ts'
import { closeConnections } from '#prove/client.ts'
import { KILL_POINTS } from '#prove/kill-points.ts'
import { playKills } from '#prove/kills.ts'
import { tryMutations } from '#prove/plant-bug.ts'
import { playRaces } from '#prove/race.ts'
import { openFixtures, type Fixture } from '#prove/fixture.ts'
import { playCashOrders } from '#prove/cash/play-cash-orders.ts'
import { playParcels } from '#prove/couriers/play-parcels.ts'
import { playOn } from '#prove/play-on.ts'
import { playShipments } from '#prove/shipments.ts'
import { playTaxOrders } from '#prove/tax-orders.ts'
import type { World } from '#prove/world.ts'

/** One process dies per this many shipments. */
const SHIPMENTS_PER_KILL = 25
/** The same for orders that are paid at the door. */
const CASH_ORDERS_PER_KILL = 60
/** The same for status calls about parcels. */
const STATUS_CALLS_PER_KILL = 2500
const SHOP_PARTS = ['races', 'chaos', 'kills', 'shipments', 'cash', 'couriers'] as const
type ShopPart = (typeof SHOP_PARTS)[number]
const PARTS = ['tax', ...SHOP_PARTS] as const

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    attempts: { type: 'string', default: '100000' },
    payments: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '100' },
    orders: { type: 'string', default: '1000000' },
    shipments: { type: 'string', default: '1000' },
    'cash-orders': { type: 'string', default: '10000' },
    'status-calls': { type: 'string', default: '100000' },
    only: { type: 'string', multiple: true, default: [...PARTS] },
    engine: { type: 'string' },
    point: { type: 'string', multiple: true },
    mutations: { type: 'boolean', default: false },
    mutation: { type: 'string', multiple: true },
  },
})

const counts = {
  tax: Number(values.orders),
  races: Number(values.attempts),
  chaos: Number(values.payments),
  kills: Number(values.kills),
  shipments: Number(values.shipments),
  cash: Number(values['cash-orders']),
  couriers: Number(values['status-calls']),
}
const isUsable =
  Object.values(counts).every((count) => Number.isInteger(count) && count > 0) &&
  values.only.every((part) => (PARTS as readonly string[]).includes(part)) &&
  [undefined, 'embedded', 'postgres'].includes(values.engine) &&
  (values.point ?? []).every((point) => KILL_POINTS[point])
if (!isUsable) {
  console.error(
    [
      'Usage: npm run prove -- [--seed TEXT] [--attempts N] [--payments N] [--kills N] [--orders N] [--shipments N]',
      '           [--cash-orders N] [--status-calls N] [--only tax|races|chaos|kills|shipments|cash|couriers]…',
      '           [--engine embedded|postgres] [--point NAME]…',
      '       npm run prove -- --mutations [--mutation PART-OF-A-NAME]…',
    ].join('\n'),
  )
  process.exit(2)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

if (values.mutations) process.exit((await tryMutations(values.mutation, console.log)) ? 0 : 1)

const seconds = (all: readonly number[]) =>
  `${median(all)?.toFixed(1)} s in the middle, ${max(all)?.toFixed(1)} s at most`
const count = (all: number) => all.toLocaleString('en')

const say = (line: string) => process.stderr.write(`  … ${line}\n`)

/** A name and a figure each. */
type Lines = [string, string][]

async function play(fixture: Fixture, part: ShopPart, world: World, random: Random): Promise<Lines> {
  const compareAtRest = () => compareAfterRestart(world, fixture)
  if (part === 'races') {
    const { attempts, won, oversold } = await playRaces(world, random, { attempts: counts.races, say })
    return [['raced attempts', `${count(attempts)}, ${count(won)} got through, ${oversold} oversold`]]
  }
  if (part === 'chaos') {
    const { payments, restSeconds } = await playChaos(world, random, { payments: counts.chaos, compareAtRest, say })
    return [
      ['chaotic payments', `${count(payments)}, ${world.faults.length} unmatched`],
      ['from chaos to rest', seconds(restSeconds)],
    ]
  }
  if (part === 'shipments') {
    const { shipments } = counts
    const found = await playShipments(world, fixture, random, {
      shipments,
      kills: Math.ceil(shipments / SHIPMENTS_PER_KILL),
      say,
    })
    return [
      ['raced shipments', `${count(found.shipped)}, ${found.cancelled} called back, ${found.kills} kill -9`],
      ['numbers', found.numbers.join(', ')],
    ]
  }
  if (part === 'cash') {
    const orders = counts.cash
    const kills = Math.ceil(orders / CASH_ORDERS_PER_KILL)
    const found = await playCashOrders(world, fixture, random, { orders, kills, say })
    return [
      ['orders for cash', `${count(found.orders)}, ${found.kills} kill -9 at named points`],
      ['their cash', found.states],
    ]
  }
  if (part === 'couriers') {
    const statusCalls = counts.couriers
    const kills = Math.max(Math.ceil(statusCalls / STATUS_CALLS_PER_KILL), 2)
    const found = await playParcels(world, fixture, random, { statusCalls, kills, say })
    return [
      ['parcels', `${count(found.parcels)}, ${found.kills} kill -9 at named points`],
      [
        'status calls',
        `${count(found.statusCalls)} about ${count(found.scans)} scans, ${count(found.lost)} of which were never told`,
      ],
    ]
  }
  const options = { kills: counts.kills, points: values.point, compareAtRest, say }
  const { kills, atPoints, readySeconds, restSeconds } = await playKills(world, fixture, random, options)
  const atNamed = [...atPoints.values()].reduce((sum, each) => sum + each, 0)
  return [
    ['kill -9', `${kills}, of these ${atNamed} at ${atPoints.size} of ${Object.keys(KILL_POINTS).length} named points`],
    ['acknowledged writes', `${count(world.acknowledged.count())}, ${world.faults.length} lost or wrong`],
    ['ready after a kill', seconds(readySeconds)],
    ['from death to rest', seconds(restSeconds)],
  ]
}

const table: string[] = []
const faults: string[] = []
console.log(`seed ${values.seed}`)

function playTax(): void {
  const begin = performance.now()
  const records = playTaxOrders(createRandom(`${values.seed} tax`), { orders: counts.tax, say })
  const took = Math.round((performance.now() - begin) / 1000)
  const documents = `${count(records.invoices)} invoices, ${count(records.creditNotes)} credit notes`
  table.push(
    `  ${'no engine'.padEnd(11)} ${'random orders'.padEnd(20)} ${count(records.orders)}, ${documents}, ${took} s`,
  )
  faults.push(...records.faults.map((fault) => `tax: ${fault}`))
}

if (values.only.includes('tax')) playTax()
/** Several processes race for the numbers; the embedded engine has only one process. */
const isRaced = (part: ShopPart, { processes }: Fixture) => part !== 'shipments' || processes > 1
const parts = SHOP_PARTS.filter((part) => values.only.includes(part))
const { fixtures, close } = await openFixtures(values.engine)
try {
  for (const [engine, open] of Object.entries(fixtures)) {
    for (const part of parts) {
      const begin = performance.now()
      const fixture = await open()
      if (!isRaced(part, fixture)) {
        await fixture.close()
        continue
      }
      say(`${engine}, ${part}`)
      const played = await playOn(fixture, `${values.seed} ${fixture.engine} ${part}`, async (world, random) => ({
        lines: await play(fixture, part, world, random),
        tally: world.tally,
      }))
      const took = Math.round((performance.now() - begin) / 1000)
      for (const [name, figure] of played.lines) table.push(`  ${engine.padEnd(11)} ${name.padEnd(20)} ${figure}`)
      table.push(`  ${engine.padEnd(11)} ${'took'.padEnd(20)} ${took} s`)
      const outcomes = [...played.tally].map(([outcome, times]) => `${outcome}: ${times}`)
      say(outcomes.toSorted((a, b) => a.localeCompare(b)).join(', '))
      faults.push(...played.faults.map((fault) => `${engine}, ${part}: ${fault}`))
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
