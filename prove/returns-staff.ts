import { sql } from 'kysely'

import type { ReturnChange, StaffReturn } from '#contract/returns/returns.ts'
import type { Actor, World } from '#prove/world.ts'

import { CONDITION_FACTS, PIECE_CONDITIONS } from '#contract/returns/piece-conditions.ts'
import {
  isParcelOrigin,
  nextReturnStatuses,
  RETURN_STATUSES,
  RETURN_WAITS,
  type ReturnStatus,
} from '#contract/states/return-states.ts'
import { inDatabase } from '#prove/world.ts'

/**
 * Somebody who takes the steps of returns, gives their money back and sends other sizes, in whatever order and often
 * twice at once.
 */
interface ReturnsStaff {
  work(): Promise<void>
}

type Line = StaffReturn['lines'][number]

/** So many returns are looked at one after the other. */
const AT_ONCE = 6

/** Where whoever takes back looks: at all returns, or at what waits for a step. */
const LISTS = ['', ...RETURN_WAITS.map((waits) => `&waits=${waits}`)]

export function createReturnsStaff(world: World, { call, random }: Actor): ReturnsStaff {
  const { acknowledged, faults } = world

  /** Makes a change, now and then twice at the same moment; how often it was done. */
  async function change(name: string, { _id }: StaffReturn, body: ReturnChange): Promise<number> {
    const ask = () => call(name, 'PATCH', `/api/admin/returns/${_id}`, { body })
    const replies = await Promise.all(random.is(0.3) ? [ask(), ask()] : [ask()])
    return replies.filter(({ status }) => status === 200).length
  }

  /** How the pieces of a line were found, one by one. */
  function findPieces({ _id, quantity }: Line) {
    return Array.from({ length: quantity }, () => {
      const condition = random.is(0.6) ? ('as new' as const) : random.pick(PIECE_CONDITIONS)
      return { _id, quantity: 1, condition, goesTo: random.pick(CONDITION_FACTS[condition].places) }
    })
  }

  async function takeStep(given: StaffReturn, to: ReturnStatus): Promise<void> {
    const done = await change(`return ${to}`, given, {
      to,
      ...(to === 'inspected' && { pieces: given.lines.flatMap(findPieces) }),
      ...(to === 'refused' && { reason: 'Proof' }),
    })
    if (done > 1) faults.push(`the return ${given._id} was ${to} twice`)
    if (done > 0) acknowledged.add('step of a return', `${given._id} ${to}`)
  }

  /** Gives back the money of a piece, or of one more than there are, which nobody may have. */
  async function refundLine(given: StaffReturn, { _id, quantity, refunded }: Line, isTooMany: boolean): Promise<void> {
    const pieces = isTooMany ? quantity + 1 : 1
    const done = await change('refund a piece', given, { refund: { lines: [{ _id, quantity: pieces }] } })
    if (done * pieces > quantity - (refunded ?? 0)) faults.push(`a piece of the return ${given._id} was refunded twice`)
    if (!isTooMany) world.settled += done
  }

  /** Gives back all that is due, or the money of one piece. */
  async function refund(given: StaffReturn): Promise<void> {
    const [any] = random.shuffled(given.lines)
    if (any && random.is(0.5)) await refundLine(given, any, true)
    const [line] = random.shuffled(
      given.lines.filter(({ quantity, refunded, exchanged }) => (refunded ?? 0) + exchanged < quantity),
    )
    if (line && random.is(0.4)) return refundLine(given, line, false)
    const done = await change('refund a return', given, { refund: true })
    if (done > 1) faults.push(`the return ${given._id} was refunded twice`)
    world.settled += done
  }

  /** Sends the other sizes or gives them free, or lets the days be over for which they are held. */
  async function exchange(given: StaffReturn): Promise<void> {
    if (random.is(0.2)) {
      return inDatabase(world, (db) =>
        sql`update returns set held_until = now() where id = ${given._id} and held_until > now()`.execute(db),
      )
    }
    if (random.is(0.3)) return exchangeOrRefund(given)
    const wanted = random.is(0.7) ? 'send' : 'end'
    const done = await change(`exchange ${wanted}`, given, { exchange: wanted })
    if (done > 1) faults.push(`the exchange of the return ${given._id} was ${wanted} twice`)
    if (done > 0 && wanted === 'send') acknowledged.add('exchange', given._id)
  }

  /**
   * Somebody sends another size and somebody gives the money back at the same moment: a piece goes by one of both ways.
   */
  async function exchangeOrRefund(given: StaffReturn): Promise<void> {
    const [line] = given.lines.filter(({ exchangeSize }) => exchangeSize !== undefined)
    if (!line) return
    const lines = [{ _id: line._id, quantity: line.quantity }]
    const [sent, refunded] = await Promise.all([
      change('exchange beside refund', given, { exchange: 'send' }),
      change('refund beside exchange', given, { refund: { lines } }),
    ])
    if (sent + refunded > 1) faults.push(`the pieces of the return ${given._id} were exchanged and refunded`)
    if (sent > 0) acknowledged.add('exchange', given._id)
    world.settled += refunded
  }

  /** Says of a parcel that was given up that its customer has it. */
  async function noteDelivery(given: StaffReturn): Promise<void> {
    const done = await change('arrived after all', given, { delivered: true })
    if (done > 1) faults.push(`the parcel of the return ${given._id} arrived twice`)
    if (done > 0) acknowledged.add('step of a return', `${given._id} inspected`)
  }

  /** Takes pieces back that nobody has asked for. */
  async function takeBack(): Promise<void> {
    const { body } = await call('orders', 'GET', '/api/admin/getallorders?status=delivered&limit=10')
    const orders = Array.isArray(body) ? (body as { _id: string; products: { _id: string }[] }[]) : []
    if (orders.length === 0) return
    const { _id: orderId, products } = random.pick(orders)
    const lines = [{ _id: random.pick(products)._id, quantity: 1, reason: 'wrong piece' }]
    const { status, body: made } = await call('take back', 'POST', `/api/admin/orders/${orderId}/returns`, {
      body: { lines },
    })
    if (status === 201) acknowledged.add('step of a return', `${String(made._id)} approved`)
  }

  return {
    async work() {
      if (random.is(0.1)) return takeBack()
      const { body } = await call('returns', 'GET', `/api/admin/returns?limit=30${random.pick(LISTS)}`)
      const returns = Array.isArray(body) ? (body as StaffReturn[]) : []
      for (const given of random.shuffled(returns).slice(0, AT_ONCE)) {
        const next = nextReturnStatuses(given.status)
        const isDue = given.refund?.status === 'refund due'
        // Now and then money that is not due, and a step that does not follow.
        if (random.is(given.exchange?.status === 'held' ? 0.4 : 0.02)) await exchange(given)
        if (random.is(isDue ? 0.5 : 0.1)) await refund(given)
        else if (random.is(isParcelOrigin(given.origin) ? 0.2 : 0.02)) await noteDelivery(given)
        else if (random.is(0.1)) await takeStep(given, random.pick(RETURN_STATUSES))
        else if (next.length > 0) await takeStep(given, random.pick(random.is(0.6) ? next.slice(0, 1) : next))
      }
    },
  }
}
