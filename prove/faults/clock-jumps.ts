import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Fault, Finding } from '#prove/faults/fault.ts'

import { startLoad } from '#prove/faults/visitor-traffic.ts'
import { otherThan, tally } from '#prove/faults/counts.ts'
import { finding, none } from '#prove/faults/fault.ts'
import { checkRecords, openOnEmbedded, openOnServer, type Fixture } from '#prove/faults/fixture.ts'
import { createVisitor } from '#prove/faults/visitor.ts'

const JUMPS = [24, -24, 0]
const BETWEEN_MS = 3000
const JUMPING = {
  CLOCK_HOURS: JUMPS.join(','),
  NODE_OPTIONS: `--import ${new URL('./moved-clock.ts', import.meta.url).href}`,
}

/** Seconds of the open hold that are left by the database's clock. */
async function secondsHeld({ db }: Fixture, userId: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from hold_expires_at - now())::float8 as seconds from checkouts
    where user_id = ${userId} and status = 'open'`.execute(db)
  return rows[0]?.seconds ?? 0
}

async function playOn(fixture: Fixture, say: (line: string) => void): Promise<Finding[]> {
  const { shop, actors, productId, server } = fixture
  const [holder, ...buyers] = actors
  if (!holder) throw new Error('nobody is there')
  const load = startLoad({ origin: shop.origin, buyers, productId, lookers: [{ look: 'search' }] })
  const visitor = createVisitor(holder.cookie)
  const held: number[] = []
  const sessions: number[] = []
  for (const hours of JUMPS) {
    process.kill(shop.pid, 'SIGUSR2')
    await sleep(BETWEEN_MS)
    await visitor(shop.origin, { kind: 'add', path: `/api/cart/add/${productId}` })
    await visitor(shop.origin, { kind: 'start', method: 'POST', path: '/api/payment/create/orderId', body: {} })
    held.push(await secondsHeld(fixture, holder.id))
    const me = await visitor(shop.origin, { kind: 'me', path: '/api/users/me' })
    sessions.push(me.status)
    say(`the clock is ${hours} h off: ${tally(load.visits)}`)
  }
  await load.leave()
  const signedIn = load.visits.filter(({ status }) => status !== 401)
  return [
    finding('purchases', load.paidOrders.length, load.paidOrders.length > 0),
    finding(
      'a hold made at +24 h, −24 h and 0 h lasts by the database',
      held.map((seconds) => `${Math.round(seconds)} s`).join(', '),
      held.every((seconds) => seconds > 0 && seconds <= 900),
    ),
    finding(
      server
        ? 'sessions go by the database and stay'
        : 'the embedded database jumps too, and sessions that have expired by its clock are refused',
      sessions.join(', '),
      sessions.every((status) => status === 200 || (!server && status === 401)),
    ),
    none('answer but success and 503', otherThan(signedIn, [200, 201, 503])),
    ...(await checkRecords(fixture.db, load)),
  ]
}

/** The clock of the shop's machine jumps a day ahead, then a day behind, then right again, while people buy. */
export const clockJumps: Fault = {
  name: 'clock-jumps',
  title: 'The clock jumps by ± 24 h',
  async run(say) {
    const seen: Finding[] = []
    for (const open of [openOnEmbedded, openOnServer]) {
      const fixture = await open({ actors: 5, settings: JUMPING })
      if (!fixture) {
        say('only on the embedded engine: there is no PostgreSQL server on this machine')
        continue
      }
      say(fixture.server ? 'PostgreSQL, whose clock stays' : 'the embedded engine, whose clock is the machine’s')
      try {
        seen.push(...(await playOn(fixture, say)))
      } finally {
        await fixture.close()
      }
    }
    return seen
  },
}
