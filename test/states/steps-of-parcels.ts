import { sql } from 'kysely'
import { expect } from 'vitest'

import { PARCEL_STEPS, type ParcelStep } from '#contract/states/parcel-steps.ts'
import { workOnParcels } from '#server/orders/service.ts'
import { MOST_CANCELLING_ATTEMPTS } from '#server/orders/parcels/parcel-times.ts'
import { NEVER } from '#test/purchase.ts'
import {
  canLeave,
  isIn,
  orderOf,
  stateOf,
  untilNoneWaits,
  type Now,
  type Step,
  type Walk,
  type Walked,
} from '#test/states/walked-order.ts'

const WORDS: Record<ParcelStep, string> = {
  booked: 'PICKUP SCHEDULED',
  'picked up': 'PICKED UP',
  'on its way': 'IN TRANSIT',
  'out for delivery': 'OUT FOR DELIVERY',
  'not delivered': 'UNDELIVERED',
  lost: 'LOST',
  delivered: 'DELIVERED',
  'coming back': 'RTO INITIATED',
  back: 'RTO DELIVERED',
}

let scans = 0
/** Each scan is a second after the one before. */
async function courierSays({ shop }: Walk, { now }: Walked, step: ParcelStep): Promise<void> {
  scans += 1
  const at = new Date(Date.now() + 19_800_000 + scans * 1000).toISOString().slice(0, 19).replace('T', ' ')
  const scan = { date: at, status: 'X', activity: '', location: 'Mysuru', 'sr-status-label': WORDS[step] }
  const answer = await fetch(`${shop.origin}/api/couriers/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': shop.shop.courier.webhookSecrets[0]! },
    body: JSON.stringify({ awb: now.tracking, order_id: 'elsewhere', current_status: WORDS[step], scans: [scan] }),
  })
  expect(answer.status).toBe(200)
  await untilNoneWaits(shop.db, 'courier_events')
}

/** A courier is booked to fetch a return, and comes. */
async function fetchReturn({ admin, courier }: Walk, { now }: Walked): Promise<void> {
  const returnId = now.return?.id ?? ''
  const { return: row } = await admin.api.bookPickUp(returnId)
  await courier.scan(row.parcel?.trackingNumber ?? '', 'RETURN PICKED UP')
  await expect.poll(async () => (await admin.api.getReturn(returnId)).return.parcel?.step).toBe('picked up')
}

/** The courier service is asked about the parcel now, with these faults. */
async function askCourier({ shop, courier }: Walk, walked: Walked, faults: object = {}, attempts = 1): Promise<void> {
  await sql`
    update parcels set next_attempt_at = now() - interval '1 second', attempts = ${attempts}
    where id = ${walked.now.booking?.id ?? ''}`.execute(shop.db)
  await courier.setFaults(faults)
  await workOnParcels(shop.shop, NEVER)
  await courier.setFaults({ failNext: 0, noCourier: '' })
}

const SILENT = { failNext: 99 }
/** An order may get a parcel: it can leave, or has left with nobody known. */
const isBookable = (now: Now) =>
  canLeave(now) && (isIn(now, 'order', 'order placed') || (isIn(now, 'order', 'shipped') && !now.hasShipment))
/** What is being booked is not wanted any more. */
const isInVain = (now: Now) => isIn(now, 'booking', 'asked') && !(isBookable(now) && now.isSameMoney)

/** No courier has the parcel yet. */
const isNotGone = (now: Now) => (stateOf(now, 'step') ?? 'booked') === 'booked'

/** What the courier may report and answer, and what the staff and the jobs ask of the courier service. */
export const COURIER_STEPS: readonly Step[] = [
  ...PARCEL_STEPS.map((to): Step => ({
    by: 'courier',
    name: 'step',
    to,
    isQuiet: true,
    canTry: ({ tracking }) => tracking !== null,
    // What was lost on its way back is lost until it is back.
    needs: (now) => isIn(now, 'booking', 'booked') && !(isIn(now, 'step', 'lost') && now.hasTurned && to !== 'back'),
    act: (walk, walked) => courierSays(walk, walked, to),
  })),
  {
    by: 'staff',
    name: 'booking',
    to: 'asked',
    isQuiet: true,
    canTry: ({ order }) => order !== null,
    isAnew: (now) => isIn(now, 'booking', 'refused', 'cancelling', 'cancelled'),
    needs: isBookable,
    async act({ admin, courier }, walked) {
      await courier.setFaults({ dropAnswerNext: 1 })
      await admin.api.bookParcels([{ _id: orderOf(walked) }])
      await courier.setFaults({ dropAnswerNext: 0 })
    },
  },
  {
    by: 'staff',
    name: 'booking',
    to: 'cancelling',
    isQuiet: true,
    canTry: (now) => now.booking !== null,
    needs: isNotGone,
    act: ({ admin }, { now }) => admin.api.cancelParcel(now.booking?.id ?? ''),
  },
  {
    by: 'courier',
    name: 'booking',
    to: 'booked',
    isQuiet: true,
    canTry: (now) => isIn(now, 'booking', 'asked', 'booked') && !isIn(now, 'order', 'cancelled') && !isInVain(now),
    act: (walk, walked) => askCourier(walk, walked, {}, 2),
  },
  {
    by: 'courier',
    name: 'booking',
    to: 'refused',
    isQuiet: true,
    canTry: (now) => isIn(now, 'booking', 'asked', 'refused') && !isIn(now, 'order', 'cancelled'),
    act: (walk, walked) => askCourier(walk, walked, { noCourier: 'No courier serves this PIN code.' }),
  },
  {
    by: 'courier',
    name: 'booking',
    to: 'cancelled',
    isQuiet: true,
    canTry: (now) => isIn(now, 'booking', 'cancelling', 'cancelled'),
    act: (walk, walked) => askCourier(walk, walked),
  },
  {
    by: 'shop',
    name: 'booking',
    to: 'cancelling',
    isQuiet: true,
    canTry: (now) => now.booking !== null,
    needs: (now) => isNotGone(now) && (isIn(now, 'order', 'cancelled') || isInVain(now)),
    act: (walk, walked) =>
      askCourier(walk, walked, isInVain(walked.now) && !isIn(walked.now, 'order', 'cancelled') ? {} : SILENT, 2),
  },
  {
    by: 'courier',
    name: 'return',
    to: 'on its way',
    canTry: (now) => now.return !== null,
    act: fetchReturn,
  },
  {
    by: 'shop',
    name: 'booking',
    to: 'cancelled',
    isQuiet: true,
    canTry: (now) => isIn(now, 'booking', 'cancelling', 'cancelled'),
    act: (walk, walked) => askCourier(walk, walked, SILENT, MOST_CANCELLING_ATTEMPTS),
  },
]
