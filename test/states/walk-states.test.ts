import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import type { Taker } from '#contract/states/steps.ts'

import { expectInvariants } from '#test/invariants.ts'
import { setClock, shiftClock } from '#test/shift-clock.ts'
import { MACHINE_NAMES, MACHINES, stepsOf, type MachineName } from '#test/states/state-machines.ts'
import {
  begin,
  isAllowed,
  isCashOfOrder,
  leave,
  look,
  movesBetween,
  NOTHING,
  openWalk,
  STARTS,
  stateOf,
  statesOf,
  type Move,
  type Now,
  type Start,
  type Step,
  type Walk,
  type Walked,
} from '#test/states/walked-order.ts'
import { CALLS } from '#test/states/steps-by-call.ts'
import { MONEY_STEPS } from '#test/states/steps-of-money.ts'
import { COURIER_STEPS } from '#test/states/steps-of-parcels.ts'

vi.setConfig({ testTimeout: 300_000 })

/** A minute before the next day, the next month and the next tax year begin in India. */
const EVE = Date.parse('2027-03-31T18:29:00Z')
const NEW_YEAR = Date.parse('2027-03-31T18:30:00Z')
/** After how many steps the year ends, at most. */
const LATEST_STEPS = 5
/** Only its own clock can be set; that of a server stays. */
const isEmbedded = process.env.TEST_DATABASE_URL === undefined
const goTo = (moment: number) => void (isEmbedded && setClock(moment))

let walk: Walk
beforeAll(async () => {
  goTo(EVE)
  walk = await openWalk()
})
afterAll(async () => {
  await walk.shop.close()
  shiftClock(0)
})

/** Whatever a customer, the staff, the provider, the courier and the shop itself may try. */
const STEPS: readonly Step[] = [...CALLS, ...MONEY_STEPS, ...COURIER_STEPS]

const nameOf = ({ by, name, to, how }: Step) => `${by} brings ${name} to ${to}${how === undefined ? '' : ` ${how}`}`

/** Whether a step is to be taken, as far as the tables and what it needs say. */
function isExpected({ by, name, to, isAnew, needs }: Step, now: Now): boolean {
  const from = isAnew?.(now) ? null : stateOf(now, name)
  return isAllowed({ name, from, to }, by) && (needs?.(now) ?? true)
}

/** Whether a step of a parcel moves nothing else. */
const isAlone = ({ name, to }: Step, now: Now) =>
  name === 'step' && (stateOf(now, 'order') !== 'shipped' || !['delivered', 'coming back', 'back'].includes(to))

/** What else moves with a step, or decides what moves. */
function alongWith(step: Step, now: Now): MachineName[] {
  if (isAlone(step, now)) return []
  return step.name === 'order' && isExpected(step, now) ? ['cash', 'payment', 'booking'] : ['order', 'cash']
}

/** Where a step is tried: each is tried once in each such place. */
const keyOf = (step: Step, now: Now): string =>
  [nameOf(step), isExpected(step, now), ...[step.name, ...alongWith(step, now)].map((name) => stateOf(now, name))].join(
    ', ',
  )

/**
 * Takes a step that the tables allow: it moves what it names, and everything else only as the tables let the same one
 * move it.
 */
async function take(walked: Walked, step: Step, path: string): Promise<Move[]> {
  const before = walked.now
  await step.act(walk, walked)
  const now = await look(walk, walked.buyer.id)
  const moves = movesBetween(before, now)
  const isMoved = moves.some(({ name, to }) => name === step.name && to === step.to)
  const others = moves.filter((move) => !isAllowed(move, step.by))
  expect({ path, isMoved, others, isCashOfOrder: isCashOfOrder(now) }).toEqual({
    path,
    isMoved: true,
    others: [],
    isCashOfOrder: true,
  })
  walked.now = now
  return moves
}

/** Tries a step that the tables do not allow: it is refused, and changes nothing. */
async function beRefused(walked: Walked, step: Step, path: string): Promise<void> {
  const answer = await step.act(walk, walked).then(
    () => 200,
    (error: { status?: number }) => error.status ?? error,
  )
  const isRefused = [...(step.isQuiet ? [200] : []), 400, 404, 409].includes(answer as number)
  expect({ path, answer, isRefused }).toEqual({ path, answer, isRefused: true })
  const now = await look(walk, walked.buyer.id)
  expect({ path, ...statesOf(now) }).toEqual({ path, ...statesOf(walked.now) })
  walked.now = now
}

/** A way that is still to be walked, for what its last step does in a place where nobody has taken it yet. */
interface Way {
  start: Start
  steps: readonly Step[]
  last?: string
}

const open: Way[] = STARTS.map((start) => ({ start, steps: [] }))
/** The steps and the places in which they were tried. */
const tried = new Set<string>()
/** The steps of the tables that somebody has taken. */
const taken = new Set<string>()

const wordsOf = ({ name, from, to }: Move, by: Taker) => `${by}: ${name} ${from ?? 'begins'} > ${to}`
const wordsOfWay = ({ start, steps }: Way, step: Step) => [start, ...steps.map(nameOf), nameOf(step)].join(' > ')

async function goOn(walked: Walked, way: Way, step: Step): Promise<Way> {
  if (way.steps.length === walk.count % (LATEST_STEPS + 1)) goTo(NEW_YEAR)
  tried.add(keyOf(step, walked.now))
  const moves = await take(walked, step, wordsOfWay(way, step))
  for (const move of moves) taken.add(wordsOf(move, step.by))
  return { start: way.start, steps: [...way.steps, step] }
}

/**
 * Tries whatever is refused here, and keeps for later what else is possible. Returns the step to go on with, if there
 * is a new one.
 */
async function tryAll(walked: Walked, way: Way): Promise<Step | undefined> {
  const possible = STEPS.filter((step) => step.canTry?.(walked.now) ?? true)
  const fresh = possible.filter((step) => !tried.has(keyOf(step, walked.now)))
  for (const step of fresh.filter((one) => !isExpected(one, walked.now))) {
    tried.add(keyOf(step, walked.now))
    await beRefused(walked, step, wordsOfWay(way, step))
  }
  const [next, ...others] = fresh.filter((step) => isExpected(step, walked.now))
  open.push(...others.map((step) => ({ ...way, steps: [...way.steps, step], last: keyOf(step, walked.now) })))
  return next
}

async function walkTo(way: Way): Promise<void> {
  goTo(EVE)
  const walked = await begin(walk, way.start)
  for (const move of movesBetween(NOTHING, walked.now)) taken.add(wordsOf(move, 'customer'))
  let gone: Way = { start: way.start, steps: [] }
  for (const step of way.steps) gone = await goOn(walked, gone, step)
  for (let next = await tryAll(walked, gone); next; next = await tryAll(walked, gone)) {
    gone = await goOn(walked, gone, next)
  }
  await leave(walk, walked)
}

test('every step of the tables is possible in the shop, and every other one is refused', async () => {
  for (let steps = 0; open.length > 0; steps += 1) {
    // The shortest way to what is new.
    for (const way of open.filter((one) => one.steps.length === steps)) {
      open.splice(open.indexOf(way), 1)
      if (way.last === undefined || !tried.has(way.last)) await walkTo(way)
    }
  }
  const all = MACHINE_NAMES.flatMap((name) =>
    stepsOf(MACHINES[name]).flatMap(({ by, ...step }) => by.map((one) => wordsOf({ name, ...step }, one))),
  )
  expect(all.filter((step) => !taken.has(step))).toEqual([])
  await expectInvariants(walk.shop.db)
  const { rows } = await sql<{ kind: string; years: number; later: number }>`
    select document.kind, count(distinct document.year)::int as years,
      (count(*) filter (where invoice.year < document.year) > 0)::int as later
    from documents document left join documents invoice on invoice.id = document.invoice_id
    where document.year is not null group by document.kind order by document.kind`.execute(walk.shop.db)
  const [years, later] = isEmbedded ? [2, 1] : [1, 0]
  expect(rows).toEqual([
    { kind: 'credit note', years, later },
    { kind: 'receipt voucher', years, later: 0 },
    { kind: 'refund voucher', years, later },
    { kind: 'tax invoice', years, later: 0 },
  ])
})
