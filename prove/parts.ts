import { max, median } from 'd3-array'

import type { Fixture } from '#prove/fixture.ts'
import type { Random } from '#prove/random.ts'
import type { World } from '#prove/world.ts'

import { playCashOrders } from '#prove/cash/play-cash-orders.ts'
import { compareAfterRestart, playChaos } from '#prove/chaos.ts'
import { playParcels } from '#prove/couriers/play-parcels.ts'
import { playExchanges } from '#prove/exchanges.ts'
import { KILL_POINTS } from '#prove/kill-points.ts'
import { playKills } from '#prove/kills.ts'
import { playRaces } from '#prove/race.ts'
import { playShipments } from '#prove/shipments.ts'
import { playWebhooks } from '#prove/webhooks/play-webhooks.ts'

/** One process dies per this many shipments. */
const SHIPMENTS_PER_KILL = 25
/** The same for orders that are paid at the door. */
const CASH_ORDERS_PER_KILL = 60
/** The same for status calls about parcels. */
const STATUS_CALLS_PER_KILL = 1000
/** The same for events that other programs are told of. */
const EVENTS_PER_KILL = 250

/** A name and a figure each. */
type Lines = [string, string][]

interface Stage {
  world: World
  fixture: Fixture
  random: Random
  say: (line: string) => void
  /** Names of `KILL_POINTS`; all of them where it is missing. */
  points: readonly string[] | undefined
}

export interface Part {
  /** Of `--only`. */
  name: string
  /** The option that says how much is played, and how much without it. */
  option: string
  count: number
  /** It needs several processes, which the embedded engine does not have. */
  isRaced?: boolean
  play(stage: Stage, count: number): Promise<Lines>
}

const seconds = (all: readonly number[]) =>
  `${median(all)?.toFixed(1)} s in the middle, ${max(all)?.toFixed(1)} s at most`

/** A count as a person reads it. */
export const inWords = (count: number): string => count.toLocaleString('en')

/** What is played in a shop, in this order. */
export const PARTS: readonly Part[] = [
  {
    name: 'races',
    option: 'attempts',
    count: 100_000,
    async play({ world, random, say }, count) {
      const { attempts, won, oversold } = await playRaces(world, random, { attempts: count, say })
      return [['raced attempts', `${inWords(attempts)}, ${inWords(won)} got through, ${oversold} oversold`]]
    },
  },
  {
    name: 'chaos',
    option: 'payments',
    count: 10_000,
    async play({ world, fixture, random, say }, count) {
      const compareAtRest = () => compareAfterRestart(world, fixture)
      const { payments, restSeconds } = await playChaos(world, random, { payments: count, compareAtRest, say })
      return [
        ['chaotic payments', `${inWords(payments)}, ${world.faults.length} unmatched`],
        ['from chaos to rest', seconds(restSeconds)],
      ]
    },
  },
  {
    name: 'kills',
    option: 'kills',
    count: 100,
    async play({ world, fixture, random, say, points }, count) {
      const compareAtRest = () => compareAfterRestart(world, fixture)
      const options = { kills: count, points, compareAtRest, say }
      const { kills, atPoints, readySeconds, restSeconds } = await playKills(world, fixture, random, options)
      const atNamed = [...atPoints.values()].reduce((sum, each) => sum + each, 0)
      const named = Object.keys(KILL_POINTS).length
      return [
        ['kill -9', `${kills}, of these ${atNamed} at ${atPoints.size} of ${named} named points`],
        ['acknowledged writes', `${inWords(world.acknowledged.count())}, ${world.faults.length} lost or wrong`],
        ['ready after a kill', seconds(readySeconds)],
        ['from death to rest', seconds(restSeconds)],
      ]
    },
  },
  {
    name: 'shipments',
    option: 'shipments',
    count: 1000,
    isRaced: true,
    async play({ world, fixture, random, say }, count) {
      const kills = Math.ceil(count / SHIPMENTS_PER_KILL)
      const found = await playShipments(world, fixture, random, { shipments: count, kills, say })
      return [
        ['raced shipments', `${inWords(found.shipped)}, ${found.cancelled} called back, ${found.kills} kill -9`],
        ['numbers', found.numbers.join(', ')],
      ]
    },
  },
  {
    name: 'cash',
    option: 'cash-orders',
    count: 10_000,
    async play({ world, fixture, random, say }, count) {
      const kills = Math.ceil(count / CASH_ORDERS_PER_KILL)
      const found = await playCashOrders(world, fixture, random, { orders: count, kills, say })
      return [
        ['orders for cash', `${inWords(found.orders)}, ${found.kills} kill -9 at named points`],
        ['their cash', found.states],
      ]
    },
  },
  {
    name: 'couriers',
    option: 'status-calls',
    count: 100_000,
    async play({ world, fixture, random, say }, count) {
      const kills = Math.max(Math.ceil(count / STATUS_CALLS_PER_KILL), 2)
      const found = await playParcels(world, fixture, random, { statusCalls: count, kills, say })
      const { statusCalls, scans, lost, returns } = found
      return [
        [
          'parcels',
          `${inWords(found.parcels)} and ${inWords(returns)} that came back, ${found.kills} kill -9 at named points`,
        ],
        [
          'status calls',
          `${inWords(statusCalls)} about ${inWords(scans)} scans, ${inWords(lost)} of which were never told`,
        ],
      ]
    },
  },
  {
    name: 'exchanges',
    option: 'exchanges',
    count: 1000,
    async play({ world, fixture, random, say }, count) {
      const compareAtRest = () => compareAfterRestart(world, fixture)
      const found = await playExchanges(world, random, { exchanges: count, compareAtRest, say })
      return [
        [
          'exchanges',
          `${inWords(found.exchanges)} of ${inWords(found.returns)} returns, ${found.again} exchanged again, ${found.paidBack} paid back`,
        ],
      ]
    },
  },
  {
    name: 'webhooks',
    option: 'events',
    count: 10_000,
    async play({ world, fixture, random, say }, count) {
      const kills = Math.max(Math.ceil(count / EVENTS_PER_KILL), 2)
      const found = await playWebhooks(world, fixture, random, { events: count, kills, say })
      return [
        [
          'events told',
          `${inWords(found.events)} to each of ${found.addresses} addresses, in ${inWords(found.calls)} calls`,
        ],
        ['kill -9', `${found.kills}, of these ${found.atPoints} at named points; ${found.rolledBack} changes undone`],
      ]
    },
  },
]
