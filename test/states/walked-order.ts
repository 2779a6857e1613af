import { sql } from 'kysely'
import { expect } from 'vitest'

import { CASH_FACTS, type CashState } from '#contract/states/cash-states.ts'
import { addProduct } from '#test/factories.ts'
import { ADDRESS, fillCart, signedIn, type SignedIn } from '#test/purchase.ts'
import { SELLER_ADDRESS, setSettings } from '#test/set-settings.ts'
import { courierControls } from '#test/start-courier-sandbox.ts'
import { startShop } from '#test/start-shop.ts'
import { MACHINE_NAMES, MACHINES, nextIn, type Machine, type MachineName } from '#test/states/state-machines.ts'
import type { Taker } from '#contract/states/steps.ts'

type Place = { id: string; state: string } | null

/** What somebody has begun to buy, as it stands in the database. */
export interface Now extends Record<MachineName, Place> {
  providerOrderId: string | null
  lineId: string
  tracking: string | null
  hasShipment: boolean
  /** What the courier is to collect is what is due at the door. */
  isSameMoney: boolean
  /** Somebody has to confirm that it is sent for cash. */
  isUnconfirmed: boolean
  isCash: boolean
  /** The money of its return was settled. */
  isSettled: boolean
  /** A parcel that was given up has reached its customer after all. */
  isDelivered: boolean
  /** Its parcel was on its way back once. */
  hasTurned: boolean
  providerRefundId: string | null
}

export interface Walked {
  buyer: SignedIn
  /** Stays the same, whatever the provider says of it. */
  paymentId: string
  now: Now
  /** How often somebody gave money back at the provider's own screen. */
  foreignRefunds: number
}

export type Start = 'online' | 'cash' | 'cash to be confirmed'
export const STARTS: readonly Start[] = ['online', 'cash', 'cash to be confirmed']
export const PRICE_PAISE = 50_000

/** Somebody's way to bring something to a state. */
export interface Step {
  by: Taker
  name: MachineName
  to: string
  /** Tells it from another way to the same. */
  how?: string
  /** Only then can it be tried at all. */
  canTry?: (now: Now) => boolean
  /** What has to be so besides the step's being in the table. */
  needs?: (now: Now) => boolean
  /** Something of before has ended or is given up, so that something new may begin. */
  isAnew?: (now: Now) => boolean
  /** What cannot be done is answered like a repetition, as reports are. */
  isQuiet?: boolean
  act: (walk: Walk, walked: Walked) => Promise<unknown>
}

/** Whether something is in one of these states. */
export const isIn = (now: Now, name: MachineName, ...states: readonly string[]) =>
  states.includes(now[name]?.state ?? '')
/** Whether an order may be handed to a courier. */
export const canLeave = (now: Now) =>
  isIn(now, 'payment', 'captured') || (isIn(now, 'cash', 'cash due') && now.isCash && !now.isUnconfirmed)
export const orderOf = ({ now }: Walked) => now.order?.id ?? ''

/** A shop in which anybody may pay in either way, and those who act in it. */
export async function openWalk() {
  const shop = await startShop()
  const admin = await signedIn(shop, 'admin')
  await setSettings(shop, { takesCash: true, takesCashFirst: true, cashFee: 0, cashLimit: 9000, ...SELLER_ADDRESS })
  await setSettings(shop, { taxRegistration: 'regular', gstin: '29AAGCB7383J1Z4' })
  const product = await addProduct(shop.db, { pricePaise: PRICE_PAISE, stock: 10_000 })
  // From now on the courier service knows the shop.
  await shop.shop.courier.track('unknown').catch(() => undefined)
  return { shop, admin, courier: courierControls(shop.origin), productId: product.id, count: 0 }
}
export type Walk = Awaited<ReturnType<typeof openWalk>>

/** A new customer at the beginning of a way. */
export async function begin(walk: Walk, start: Start): Promise<Walked> {
  const { shop, productId } = walk
  walk.count += 1
  const buyer = await signedIn(shop)
  await fillCart(buyer, productId)
  const address = { ...ADDRESS, street: `${walk.count}, Mill Lane`, phone: String(9_100_000_000 + walk.count) }
  if (start === 'online') await buyer.api.startPayment(address)
  else {
    await setSettings(shop, { cashNeedsConfirming: start === 'cash to be confirmed' })
    await buyer.api.orderForCash({ address })
  }
  return { buyer, paymentId: `pay_${buyer.id}`, now: await look(walk, buyer.id), foreignRefunds: 0 }
}

/** Nothing of it is due for the jobs any more, which work for others. */
export async function leave({ shop: { db } }: Walk, { buyer: { id } }: Walked): Promise<void> {
  const mine = sql`(select orders.id from orders where user_id = ${id})`
  const later = sql`now() + interval '1 day'`
  await sql`update parcels set next_attempt_at = ${later} where next_attempt_at is not null and order_id in ${mine}`.execute(
    db,
  )
  await sql`update checkouts set next_check_at = null where user_id = ${id}`.execute(db)
  await sql`update refunds set next_attempt_at = ${later} where next_attempt_at is not null and order_id in ${mine}`.execute(
    db,
  )
}

/**
 * Where everything of a customer's one purchase is: the newest parcel and return, and the refund that the shop asked
 * for first.
 */
export async function look({ shop: { db } }: Pick<Walk, 'shop'>, userId: string): Promise<Now> {
  const { rows } = await sql<Now>`
    with mine as (select * from checkouts where user_id = ${userId} order by created_at desc limit 1),
      ordered as (select orders.* from orders join mine on mine.id = orders.checkout_id),
      parcel as (
        select parcels.* from parcels join ordered on ordered.id = parcels.order_id where parcels.direction = 'out' order by parcels.created_at desc, parcels.id desc limit 1
      ),
      back as (
        select returns.* from returns join ordered on ordered.id = returns.order_id order by asked_at desc limit 1
      ),
      refund as (
        select refunds.* from refunds join payments on payments.id = refunds.payment_id join mine on mine.id = payments.checkout_id
        where not is_foreign order by refunds.created_at, refunds.id limit 1
      )
    select
      (select json_build_object('id', id, 'state', status) from ordered) as "order",
      (select json_build_object('id', payments.id, 'state', payments.status) from payments join mine on mine.id = checkout_id) as payment,
      (select json_build_object('id', id, 'state', status) from refund) as refund,
      (select json_build_object('id', order_id, 'state', cash.status) from cash_payments cash join ordered on ordered.id = order_id) as cash,
      (select json_build_object('id', id, 'state', state) from parcel) as booking,
      (select json_build_object('id', id, 'state', step) from parcel where step is not null) as step,
      (select json_build_object('id', id, 'state', status) from back) as return,
      (select provider_order_id from mine) as provider_order_id,
      (select line.id from order_lines line join ordered on ordered.id = line.order_id) as line_id,
      (select tracking_number from parcel) as tracking,
      coalesce((
        select cash_paise = coalesce((select amount_paise from cash_payments cash where cash.order_id = parcel.order_id and cash.status = 'cash due'), 0)
        from parcel
      ), false) as is_same_money,
      coalesce((select shipment is not null from ordered), false) as has_shipment,
      coalesce((select confirm_until is not null from cash_payments join ordered on ordered.id = order_id), false) as is_unconfirmed,
      coalesce((select is_cash from ordered), false) as is_cash,
      exists (select from settlements join back on back.id = return_id) as is_settled,
      exists (select from inspected_pieces join back on back.id = return_id where goes_to = 'sent back') as is_delivered,
      exists (select from parcel_scans join parcel on parcel.id = parcel_id where parcel_scans.step = 'coming back') as has_turned,
      (select provider_refund_id from refund) as provider_refund_id`.execute(db)
  return rows[0]!
}

export const stateOf = (now: Now, name: MachineName): string | null => now[name]?.state ?? null
export const statesOf = (now: Now) => Object.fromEntries(MACHINE_NAMES.map((name) => [name, stateOf(now, name)]))

export interface Move {
  name: MachineName
  from: string | null
  to: string
}

/** Before anybody has begun anything. */
export const NOTHING = Object.fromEntries(MACHINE_NAMES.map((name) => [name, null])) as Record<MachineName, Place>

/** What has moved; something new has begun. */
export const movesBetween = (before: Record<MachineName, Place>, after: Now): Move[] =>
  MACHINE_NAMES.flatMap((name) => {
    const [was, is] = [before[name], after[name]]
    if (is === null || (was?.id === is.id && was.state === is.state)) return []
    return [{ name, from: was?.id === is.id ? was.state : null, to: is.state }]
  })

/** Whether a table lets somebody take a step. */
export function isAllowed({ name, from, to }: Move, by: Taker): boolean {
  const machine: Machine = MACHINES[name]
  return nextIn(machine, from)[to]?.includes(by) ?? false
}

/** Whether cash and order say the same of each other. */
export const isCashOfOrder = ({ isCash, cash, order }: Now): boolean =>
  !isCash || (CASH_FACTS[cash?.state as CashState].orders as readonly string[]).includes(order?.state ?? '')

/** Waits until the shop has dealt with everything that it was told. */
export async function untilNoneWaits(
  db: Walk['shop']['db'],
  table: 'webhook_events' | 'courier_events',
): Promise<void> {
  const waiting = () => sql`select from ${sql.table(table)} where processed_at is null`.execute(db)
  await expect.poll(async () => (await waiting()).rows.length, { interval: 5 }).toBe(0)
}
