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

/** What must not be: a parcel that is booked twice, or an order that is not where its parcel is, or a step or mail that came twice. */
export async function listParcelFaults(db: Db, played: readonly PlayedParcel[]): Promise<string[]> {
  const booked = await sql<{ orderId: string; numbers: string[] }>`
    select left(reference, 24) as order_id, json_agg(awb order by id) as numbers from sandbox_parcels
    where awb is not null and not is_cancelled group by 1`.execute(db)
  const numbersOf = new Map(booked.rows.map(({ orderId, numbers }) => [orderId, numbers]))
  const seen = await sql<SeenParcel>`
    select orders.id as order_id, orders.status, parcels.step, parcels.tracking_number, cash.status as cash,
      (select json_agg(step.status order by step.at) from order_steps step where step.order_id = orders.id) as steps,
      coalesce((select json_agg(mail.name order by mail.name) from mails mail where mail.key = orders.id), '[]') as mails,
      (
        select count(*)::int from audit_log where subject_type = 'order' and subject_id = orders.id and action = 'order.delivered'
      ) as delivered,
      (select count(*)::int from parcel_scans scan where scan.parcel_id = parcels.id) as scans
    from orders
    left join parcels on parcels.order_id = orders.id and parcels.state = 'booked'
    left join cash_payments cash on cash.order_id = orders.id and orders.is_cash`.execute(db)
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
