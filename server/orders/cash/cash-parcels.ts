import type { z } from 'zod'

import type {
  CashDaysAnswer,
  CashDaysQuery,
  CashParcelsAnswer,
  CashParcelsQuery,
} from '#contract/orders/cash-parcels.ts'
import type { Shop } from '#server/start/shop.ts'

import { rupeesFromPaise } from '#contract/units/money.ts'
import { COURIERS, type Courier } from '#contract/orders/couriers.ts'
import { windowOf } from '#server/db/pagination.ts'
import {
  listCashCouriers,
  listCashDays,
  listCashParcels,
  NO_COURIER,
  type CashSums,
} from '#server/orders/cash/cash-parcel-queries.ts'

type Services = Pick<Shop, 'db' | 'payment' | 'settings'>

const isListed = (courier: string): courier is Courier => Object.hasOwn(COURIERS, courier)

/** A courier's name by its key; one that the shop named itself is its own key. */
function courierName(courier: string): string {
  if (courier === NO_COURIER) return 'No courier named'
  return isListed(courier) ? COURIERS[courier].name : courier
}

const countedIn = ({ payment, settings }: Services) => ({
  hasSandbox: payment.isSandbox,
  missedDays: settings.current().cashMissedDays,
})

async function couriersOf(shop: Services) {
  const couriers = await listCashCouriers(shop.db, countedIn(shop))
  return couriers.map((courier) => ({ courier, name: courierName(courier) }))
}

const inRupees = ({ duePaise, collectedPaise, remittedPaise, refusedPaise }: CashSums) => ({
  due: rupeesFromPaise(duePaise),
  collected: rupeesFromPaise(collectedPaise),
  remitted: rupeesFromPaise(remittedPaise),
  refused: rupeesFromPaise(refusedPaise),
})

/** What couriers owe, by courier and by the day on which the parcels left. */
export async function getCashDays(
  shop: Services,
  { page, limit, owed, ...filter }: z.output<typeof CashDaysQuery>,
): Promise<CashDaysAnswer> {
  const wanted = { ...filter, ...countedIn(shop), isOwedOnly: owed === 'true' }
  const [{ items, total, sums }, couriers] = await Promise.all([
    listCashDays(shop.db, wanted, windowOf({ page, limit })),
    couriersOf(shop),
  ])
  return {
    items: items.map(({ day, courier, parcels, ...row }) => {
      return { day, courier, name: courierName(courier), parcels, ...inRupees(row) }
    }),
    total,
    sums: inRupees(sums),
    couriers,
  }
}

/** The parcels with cash to collect, one by one. */
export async function getCashParcels(
  shop: Services,
  { page, limit, ...filter }: z.output<typeof CashParcelsQuery>,
): Promise<CashParcelsAnswer> {
  const wanted = { ...filter, ...countedIn(shop) }
  const [{ items, total }, couriers] = await Promise.all([
    listCashParcels(shop.db, wanted, windowOf({ page, limit })),
    couriersOf(shop),
  ])
  return {
    items: items.map(({ id: _id, courier, amountPaise, collectedAt, remittedAt, day, trackingNumber, status }) => ({
      _id,
      day,
      name: courierName(courier),
      trackingNumber,
      amount: rupeesFromPaise(amountPaise),
      status,
      collectedAt: collectedAt?.toISOString() ?? null,
      remittedAt: remittedAt?.toISOString() ?? null,
    })),
    total,
    couriers,
  }
}
