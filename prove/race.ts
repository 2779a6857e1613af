import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'
import type { Random } from '#prove/random.ts'
import type { Actor, World } from '#prove/world.ts'

import { listBrokenInvariants } from '#server/orders/invariant-queries.ts'
import { databaseOf, addActor } from '#prove/world.ts'
import { addProduct } from '#test/factories.ts'

const RACERS = 64
const LANES = 2

interface RaceFindings {
  attempts: number
  /** Payments that could be started. */
  won: number
  /** Rounds in which more could be started than there were pieces. */
  oversold: number
}

interface RaceOptions {
  attempts: number
  racers?: number
  say: (line: string) => void
}

interface Lane {
  random: Random
  attempts: number
  racers: number
  /** Called after each round with the number of its attempts. */
  count: (attempts: number, won: number) => void
}

/**
 * Races for the pieces of one product. Nobody of another lane wants them, so that the rounds of one fill the pauses of
 * the other.
 */
async function playLane(world: World, db: Db, { random, attempts, racers, count }: Lane): Promise<number> {
  const pieces = random.between(5, 20)
  const product = await addProduct(db, { stock: pieces })
  const ready: Actor[] = []
  for (let index = 0; index < racers; index += 1) {
    const actor = await addActor(world, db, 'customer', random.branch(`racer ${index}`))
    const { status } = await actor.call('race: add', 'GET', `/api/cart/add/${product.id}`)
    if (status === 200) ready.push(actor)
  }
  const ids = ready.map(({ person }) => person.id)
  let oversold = 0
  for (let made = 0; made < attempts && world.faults.length === 0; made += ready.length) {
    const replies = await Promise.all(
      random
        .shuffled(ready)
        .map((actor) => actor.call('race: start', 'POST', '/api/payment/create/orderId', { body: {} })),
    )
    const won = replies.filter(({ status }) => status === 200).length
    count(replies.length, won)
    if (won > pieces) {
      oversold += 1
      world.faults.push(`oversold: ${won} could pay for ${pieces} pieces`)
    }
    await sql`
      update checkouts set hold_expires_at = now() - interval '1 second'
      where status = 'open' and user_id = any(${ids}::text[])`.execute(db)
  }
  return oversold
}

/**
 * Many buyers try to start the payment of the same few pieces at the same moment, again and again, for two products
 * beside each other. Between two rounds every hold ends, so that the pieces come back while the next round is running.
 * In no round may more get through than there are pieces.
 */
export async function playRaces(
  world: World,
  random: Random,
  { attempts, racers = RACERS, say }: RaceOptions,
): Promise<RaceFindings> {
  const db = databaseOf(world)
  if (!db) throw new Error('no shop is open')
  const findings: RaceFindings = { attempts: 0, won: 0, oversold: 0 }
  const count = (more: number, won: number) => {
    findings.attempts += more
    findings.won += won
    if (findings.attempts % 10_000 < more) say(`${findings.attempts} attempts`)
  }
  const lanes = Array.from({ length: LANES }, (_, index) =>
    playLane(world, db, {
      random: random.branch(`lane ${index}`),
      attempts: Math.ceil(attempts / LANES),
      racers,
      count,
    }),
  )
  for (const oversold of await Promise.all(lanes)) findings.oversold += oversold
  for (const { invariant, subject } of await listBrokenInvariants(db)) world.faults.push(`${invariant}: ${subject}`)
  return findings
}
