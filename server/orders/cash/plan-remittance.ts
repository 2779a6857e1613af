import { trackingKey } from '#contract/orders/couriers.ts'
import { shortIdOf } from '#contract/schemas/short-id.ts'
import { looksLikeDate } from '#server/http/csv/csv-encoding.ts'
import {
  isSamePayment,
  remittanceDifference,
  type Difference,
  type KnownCash,
} from '#server/orders/cash/remittance-differences.ts'

/** One line of a courier's sheet as it is understood. */
export interface RemittanceRow {
  line: number
  /** As the sheet says them. */
  written: { number: string; amount: string }
  number: string | Difference
  amountPaise: number | Difference
  reference: string
}

/** A parcel of the shop; without cash where its order was paid online. */
export interface KnownParcel {
  /** In capitals. */
  number: string
  orderId: string
  cash: KnownCash | null
}

interface Planned {
  row: RemittanceRow
  orderId: string | null
}
export type PlannedRow = Planned &
  ({ status: 'matched'; amountPaise: number } | { status: 'noted' } | { status: 'finding'; difference: Difference })

const named = (orderId: string) => `#${shortIdOf(orderId)}`

/** Why no parcel has the number. */
function unknownNumber(number: string, alike: readonly KnownParcel[]): Difference {
  const [near] = alike
  if (near) {
    const reason = `The spreadsheet may have taken the first zeros of the number: the parcel of order ${named(near.orderId)} has ${near.number}. If that is the one, note its money by hand, with the amount.`
    return { kind: 'unreadable number', reason }
  }
  if (looksLikeDate(number)) {
    const reason = `“${number}” looks like a date that a spreadsheet made of the tracking number. Take the courier’s file as it came.`
    return { kind: 'unreadable number', reason }
  }
  const reason =
    'No parcel of the shop has this number. Ask the courier whose it is; a number that was typed wrong can be changed on the order’s page, and then the sheet is read again.'
  return { kind: 'unknown number', reason }
}

/** The parcel that a number means, or why it means none. */
function parcelOf(number: string, parcels: readonly KnownParcel[]): KnownParcel | Difference {
  const same = parcels.filter((parcel) => parcel.number === number)
  if (same.length === 0) return unknownNumber(number, parcels)
  const withCash = same.filter(({ cash }) => cash)
  const [parcel, other] = withCash.length > 0 ? withCash : same
  if (!parcel || other) {
    const orders = (withCash.length > 0 ? withCash : same).map(({ orderId }) => named(orderId)).join(' and ')
    const reason = `The orders ${orders} have this number. Correct it on the page of one of them, or note the money on the page of each.`
    return { kind: 'several parcels', reason }
  }
  return parcel
}

const PREPAID =
  'This order was paid online, so nothing was to be collected. Ask the courier which parcel they paid for; if they did take money at the door, give it back to the customer.'

/**
 * Decides what each line of a sheet does: the first that brings the money of a parcel to the paisa counts, and every
 * other line is a difference with its reason. `parcelsOf` are the parcels with a key. Nothing is guessed.
 */
export function planRemittance(
  rows: readonly RemittanceRow[],
  parcelsOf: ReadonlyMap<string, readonly KnownParcel[]>,
  sheet: string | undefined,
): PlannedRow[] {
  const taken = new Map<string, number>()
  return rows.map((row): PlannedRow => {
    const finding = (difference: Difference, orderId: string | null = null): PlannedRow => {
      return { status: 'finding', row, orderId, difference }
    }
    const { number, amountPaise, reference } = row
    if (typeof number !== 'string') return finding(number)
    const parcel = parcelOf(number, parcelsOf.get(trackingKey(number)) ?? [])
    if ('kind' in parcel) return finding(parcel)
    const { orderId, cash } = parcel
    if (typeof amountPaise !== 'number') return finding(amountPaise, orderId)
    if (!cash) return finding({ kind: 'prepaid order', reason: PREPAID }, orderId)
    const before = taken.get(orderId)
    if (before !== undefined) {
      const reason = `Line ${before} has brought the money of this parcel. Ask the courier which parcel this line is for.`
      return finding({ kind: 'twice in the sheet', reason }, orderId)
    }
    const remittance = { amountPaise, reference, sheet }
    const isNoted = isSamePayment(cash, remittance)
    const difference = isNoted ? undefined : remittanceDifference(cash, remittance)
    if (difference) return finding(difference, orderId)
    taken.set(orderId, row.line)
    return isNoted ? { status: 'noted', row, orderId } : { status: 'matched', row, orderId, amountPaise }
  })
}
