import { sql } from 'kysely'

import type { Db } from '#server/db/database.ts'

import { PARCEL_STORIES } from '#prove/couriers/parcel-stories.ts'

/** An order with a parcel as it was played. */
export interface PlayedParcel {
  orderId: string
  isCash: boolean
  /** Its place in `PARCEL_STORIES`. */
  story: number
}

interface SeenParcel {
  orderId: string
  status: string
  step: string | null
  trackingNumber: string | null
  cash: string | null
  steps: string[]
  mails: string[]
  delivered: number
  scans: number
}

/**
 * What must not be: a parcel that is booked twice, or an order that is not where its parcel is, or a step or mail that
 * came twice.
 */
export async function listParcelFaults(db: Db, played: readonly PlayedParcel[]): Promise<string[]> {
  const booked = await sql<{ orderId: string; numbers: string[] }>`
    select left(reference, 24) as order_id, json_agg(awb order by id) as numbers from sandbox_parcels
    where awb is not null and not is_cancelled group by 1`.execute(db)
  const numbersOf = new Map(booked.rows.map(({ orderId, numbers }) => [orderId, numbers]))
  // Each table is read once: beside the ten thousand orders of a whole play, once for each order takes minutes.
  const seen = await sql<SeenParcel>`
    with taken as (select order_id, json_agg(status order by at) as steps from order_steps group by 1),
      sent as (select key, json_agg(name order by name) as mails from mails group by 1),
      audited as (
        select subject_id, count(*)::int as delivered from audit_log
        where subject_type = 'order' and action = 'order.delivered' group by 1
      ),
      scanned as (select parcel_id, count(*)::int as scans from parcel_scans group by 1)
    select orders.id as order_id, orders.status, parcels.step, parcels.tracking_number, cash.status as cash, taken.steps,
      coalesce(sent.mails, '[]') as mails, coalesce(audited.delivered, 0) as delivered, coalesce(scanned.scans, 0) as scans
    from orders
    left join parcels on parcels.order_id = orders.id and parcels.state = 'booked'
    left join cash_payments cash on cash.order_id = orders.id and orders.is_cash
    left join taken on taken.order_id = orders.id
    left join sent on sent.key = orders.id
    left join audited on audited.subject_id = orders.id
    left join scanned on scanned.parcel_id = parcels.id`.execute(db)
  const byOrder = new Map(seen.rows.map((row) => [row.orderId, row]))
  return played.flatMap((parcel) => faultsOf(parcel, byOrder.get(parcel.orderId), numbersOf.get(parcel.orderId) ?? []))
}

function faultsOf({ orderId, isCash, story }: PlayedParcel, seen: SeenParcel | undefined, numbers: string[]): string[] {
  const played = PARCEL_STORIES[story]
  if (!played) throw new Error(`there is no story ${story}`)
  const { labels, step, status } = played
  const expected = status[isCash ? 'cash' : 'paid']
  const faults: string[] = []
  const expect = (isTrue: boolean, fault: string) => void (isTrue || faults.push(`${orderId}: ${fault}`))
  expect(numbers.length === 1, `booked ${numbers.length} times: ${numbers.join(', ')}`)
  if (!seen) return [...faults, `${orderId}: there is no such order`]
  expect(
    seen.trackingNumber === numbers[0],
    `its number is ${seen.trackingNumber}, at the courier ${numbers.join(', ')}`,
  )
  expect(seen.step === step, `its parcel is ${step}, here ${seen.step}`)
  expect(seen.status === expected, `should be ${expected} and is ${seen.status}`)
  expect(new Set(seen.steps).size === seen.steps.length, `took a step twice: ${seen.steps.join(', ')}`)
  expect(new Set(seen.mails).size === seen.mails.length, `has a mail twice: ${seen.mails.join(', ')}`)
  expect(seen.delivered === (expected === 'delivered' ? 1 : 0), `was delivered ${seen.delivered} times`)
  expect(seen.scans === labels.length, `has ${seen.scans} of ${labels.length} scans`)
  if (!isCash) return faults
  const cash = { delivered: 'collected', cancelled: 'refused', shipped: 'cash due', 'order placed': 'cash due' }[
    expected
  ]
  expect(seen.cash === cash, `its cash is ${seen.cash} instead of ${cash}`)
  return faults
}
