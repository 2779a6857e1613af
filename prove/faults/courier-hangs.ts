import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Fault } from '#prove/faults/fault.ts'

import { listParcelFaults } from '#prove/couriers/compare-parcels.ts'
import { placeOrders, takeCash } from '#prove/couriers/place-orders.ts'
import { finding, none, within } from '#prove/faults/fault.ts'
import { onEmbedded } from '#prove/faults/fixture.ts'
import { createVisitor } from '#prove/faults/visitor.ts'
import { createRandom } from '#prove/random.ts'
import { addActor, openWorld } from '#prove/world.ts'

const ORDERS = 8
const FAULTS_PATH = '/sandbox/shiprocket/faults'
const LIST = '/api/products/getallproductsindb?page=1&limit=12'
/** The service is given up after twelve seconds, and four parcels are asked for at the same moment. */
const ANSWER_WITHIN_MS = 40_000
const BOOKED_WITHIN_MS = 60_000
const LOOK_EVERY_MS = 250

/** The courier service takes calls and answers none of them. */
export const courierHangs: Fault = {
  name: 'courier-hangs',
  title: 'The courier service hangs while parcels are booked',
  run: onEmbedded({ actors: 2 }, async (fixture, say) => {
    await takeCash(fixture.db)
    await fixture.shop.stop()
    const shop = await fixture.reopen()
    const { db } = fixture
    const world = openWorld()
    world.shops.push(shop)
    const random = createRandom('courier hangs')
    const visit = createVisitor()
    const changeFaults = async (body: object) => {
      const changed = await visit(shop.origin, { kind: 'faults', method: 'POST', path: FAULTS_PATH, body })
      if (changed.status !== 200) throw new Error(changed.text)
    }
    const played = await placeOrders(world, db, random, ORDERS)
    const admin = await addActor(world, db, 'admin', random)
    await changeFaults({ hang: true })
    const begin = performance.now()
    const orders = played.map(({ orderId: _id }) => ({ _id }))
    const booked = { isAnswered: false }
    const booking = admin.call('book', 'POST', '/api/admin/parcels/book', { body: { orders } }).finally(() => {
      booked.isAnswered = true
    })
    const looks: number[] = []
    while (!booked.isAnswered) {
      const from = performance.now()
      const { status } = await visit(shop.origin, { kind: 'cached list', method: 'GET', path: LIST })
      looks.push(status === 200 ? performance.now() - from : Infinity)
      await sleep(LOOK_EVERY_MS)
    }
    const { status } = await booking
    const answeredMs = performance.now() - begin
    const shipped = await countShipped()
    await changeFaults({ hang: false })
    await sql`update parcels set next_attempt_at = now() where state = 'asked'`.execute(db)
    const letGoAt = performance.now()
    // What was not asked for while the service was silent is asked for by the person who reads the answer.
    await admin.call('book again', 'POST', '/api/admin/parcels/book', { body: { orders } })
    while ((await countShipped()) < ORDERS && performance.now() - letGoAt < BOOKED_WITHIN_MS) await sleep(LOOK_EVERY_MS)
    const bookedMs = performance.now() - letGoAt
    const faults = await listParcelFaults(db, played)
    say(`answered with ${status} after ${Math.round(answeredMs)} ms`)
    return [
      within('the booking is answered', status === 200 ? answeredMs : Infinity, ANSWER_WITHIN_MS),
      finding('orders shipped without a number', shipped, shipped === 0),
      within('a look around meanwhile', Math.max(...looks), 1000),
      within('every parcel is booked once the service answers', bookedMs, BOOKED_WITHIN_MS),
      none(
        'parcel booked twice',
        faults.filter((fault) => /booked \d+ times|its number is/.test(fault)),
      ),
      none('answer of 500', world.faults),
    ]

    async function countShipped(): Promise<number> {
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from orders where status = 'shipped'`.execute(db)
      return rows[0]?.count ?? 0
    }
  }),
}
