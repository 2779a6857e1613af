import { sql } from 'kysely'

import type { Random } from '#prove/random.ts'
import type { Actor, World } from '#prove/world.ts'

import { listBrokenInvariants } from '#server/orders/invariant-queries.ts'
import { databaseOf, addActor } from '#prove/world.ts'
import { addProduct } from '#test/factories.ts'

const RACERS = 64

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

/**
 * Many buyers try to start the payment of the same few pieces at the same moment, again and again. Between two rounds every
 * hold ends, so that the pieces come back while the next round is running. In no round may more get through than there are
 * pieces.
 */
export async function playRaces(
  world: World,
  random: Random,
  { attempts, racers = RACERS, say }: RaceOptions,
): Promise<RaceFindings> {
  const db = databaseOf(world)
  if (!db) throw new Error('no shop is open')
  const findings: RaceFindings = { attempts: 0, won: 0, oversold: 0 }
  const pieces = random.between(5, 20)
  const product = await addProduct(db, { stock: pieces })
  const ready: Actor[] = []
  for (let index = 0; index < racers; index += 1) {
    const actor = await addActor(world, db, 'customer', random.branch(`racer ${index}`))
    const { status } = await actor.call('race: add', 'GET', `/api/cart/add/${product.id}`)
    if (status === 200) ready.push(actor)
  }
  while (findings.attempts < attempts && world.faults.length === 0) {
    const round = random.shuffled(ready)
    const replies = await Promise.all(
      round.map((actor) => actor.call('race: start', 'POST', '/api/payment/create/orderId', { body: {} })),
    )
    const won = replies.filter(({ status }) => status === 200).length
    findings.attempts += round.length
    findings.won += won
    if (won > pieces) {
      findings.oversold += 1
      world.faults.push(`oversold: ${won} could pay for ${pieces} pieces`)
    }
    if (findings.attempts % 10_000 < round.length) say(`${findings.attempts} attempts`)
    await sql`update checkouts set hold_expires_at = now() - interval '1 second' where status = 'open'`.execute(db)
  }
  for (const { invariant, subject } of await listBrokenInvariants(db)) world.faults.push(`${invariant}: ${subject}`)
  return findings
}
