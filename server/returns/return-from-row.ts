import type { Return, ReturnLine, StaffReturn } from '#contract/returns/returns.ts'
import type { ReturnLineRow, ReturnRow } from '#server/returns/return-queries.ts'

import { mayDo, type StaffRights } from '#contract/accounts/staff-areas.ts'
import { rupeesFromPaise } from '#contract/units/money.ts'
import { REFUND_DAYS } from '#contract/returns/return-limits.ts'
import { isShopsFault } from '#contract/returns/return-reasons.ts'
import {
  isMoneyWait,
  LAST_TO_SEND,
  RETURN_FACTS,
  type ReturnStatus,
  type ReturnWait,
} from '#contract/states/return-states.ts'
import { DAY_MS } from '#contract/units/time-units.ts'
import { trailOf } from '#server/orders/service.ts'
import { creditShareOf } from '#server/returns/credit-share.ts'

const iso = (at: string | number | Date) => new Date(at).toISOString()

const sum = (rows: readonly ReturnLineRow[], valueOf: (row: ReturnLineRow) => number) =>
  rows.reduce((all, row) => all + valueOf(row), 0)

/** Pieces of a line whose money is still to be settled. */
export const openItems = ({ quantity, sentBack, settled, held, isFree }: ReturnLineRow): number =>
  isFree ? 0 : quantity - sentBack - settled - held

/**
 * What is to be given back once all open pieces of a return are settled: with the last pieces of an order its fees, if
 * the shop is to blame.
 */
export function duePaise({ status, lines, leftPaise, feesPaise, unsettledOfOrder }: ReturnRow): number {
  if (!RETURN_FACTS[status].isSettled) return 0
  const open = sum(lines, openItems)
  if (open === 0) return 0
  const fees = open === unsettledOfOrder ? feesPaise : 0
  return Math.min(leftPaise, sum(lines, ({ openPaise }) => openPaise) + fees)
}

const presentLine = (row: ReturnLineRow): ReturnLine => ({
  _id: row.id,
  product: { _id: row.productId, name: row.name, image: row.image },
  ...(row.size !== '' && { size: row.size }),
  quantity: row.quantity,
  reason: row.reason,
  ...(row.note !== null && { note: row.note }),
  ...(row.exchangeSize !== null && { exchangeSize: row.exchangeSize }),
  amount: rupeesFromPaise(row.settledPaise + row.openPaise + row.sentBackPaise + row.heldPaise),
  inspected: row.inspected,
  refunded: row.settled - row.exchanged,
  exchanged: row.exchanged,
})

/** How the money of a return goes. */
export function wayOf({ asCredit, isCash, hasRefundTo, payments }: ReturnRow): Return['refund']['way'] {
  if (asCredit) return 'store credit'
  // An account may have been named for an exchange while no money of one went back to where the first order was paid.
  return isCash || hasRefundTo || payments.length > 0 ? 'by hand' : 'source'
}

function refundOf(row: ReturnRow): Return['refund'] {
  const due = duePaise(row)
  const refunded = row.refundedPaise
  const way = wayOf(row)
  const dueCredit = way === 'by hand' && row.isCash ? creditShareOf(row, due) : 0
  const returnedCredit = row.payments.reduce((all, { creditPaise }) => all + creditPaise, 0)
  return {
    status: due > 0 ? 'refund due' : refunded > 0 ? 'refunded' : 'nothing due',
    due: rupeesFromPaise(due),
    refunded: rupeesFromPaise(refunded),
    ...(dueCredit > 0 && { dueCredit: rupeesFromPaise(dueCredit) }),
    ...(returnedCredit > 0 && { returnedCredit: rupeesFromPaise(returnedCredit) }),
    dueBy: row.receivedAt && due > 0 ? iso(row.receivedAt.getTime() + REFUND_DAYS * DAY_MS) : null,
    way,
    takesAccount: row.isCash,
    isPayable: way !== 'by hand' || row.hasRefundTo,
    payments: row.payments.map(({ amountPaise, reference, at }) => ({
      amount: rupeesFromPaise(amountPaise),
      reference,
      at: iso(at),
    })),
  }
}

/** What becomes of the other sizes that are wanted in place of money. */
function exchangeOf({ lines, heldUntil, sentOrderId }: ReturnRow): Pick<Return, 'exchange'> {
  if (lines.every(({ exchangeSize }) => exchangeSize === null)) return {}
  if (sentOrderId !== null) return { exchange: { status: 'sent', orderId: sentOrderId } }
  if (lines.every(({ held }) => held === 0)) return { exchange: { status: 'ended' } }
  return { exchange: { status: 'held', ...(heldUntil && { until: iso(heldUntil) }) } }
}

/** What a courier fetches, and where it is. */
function parcelOf({ parcel }: ReturnRow): Pick<Return, 'parcel'> {
  if (parcel === null) return {}
  const { carrier, trackingNumber, trackingLink } = parcel
  return { parcel: { ...trailOf(parcel), carrier, trackingNumber, trackingLink } }
}

/** A return as its customer sees it. */
export const returnFromRow = (row: ReturnRow, picturesAt = '/order/returns'): Return => ({
  _id: row.id,
  orderId: row.orderId,
  createdAt: iso(row.askedAt),
  status: row.status,
  origin: row.origin,
  wayBack: row.wayBack,
  isWayBackFree: row.lines.every(({ reason }) => isShopsFault(reason)),
  lines: row.lines.map(presentLine),
  refund: refundOf(row),
  ...exchangeOf(row),
  pictures: Array.from({ length: row.pictures }, (_, index) => `${picturesAt}/${row.id}/pictures/${index}`),
  ...parcelOf(row),
  ...(row.refusal !== null && { refusal: row.refusal }),
  timeline: row.steps.map(({ status, at }) => ({ status, at: iso(at) })),
})

/**
 * What a return waits for: its next step, its money once the pieces are here, another size that could not leave, and
 * what the courier brings until then.
 */
function waitsOf(row: ReturnRow): ReturnWait[] {
  const { waits, pieces } = RETURN_FACTS[row.status]
  const isHere = pieces === 'at the shop' || pieces === 'sorted'
  const isDue = duePaise(row) > 0
  const isHeld = row.heldUntil !== null && (LAST_TO_SEND as readonly ReturnStatus[]).includes(row.status)
  const isAwaited = waits === 'receive' && row.parcel !== null
  return [
    ...(waits === null ? [] : [waits]),
    ...(isHere && isDue ? (['refund'] as const) : []),
    ...(isHeld ? (['exchange'] as const) : []),
    ...(isDue && (pieces === 'nowhere' || (!isHere && row.origin === 'parcel refused'))
      ? (['undelivered'] as const)
      : []),
    ...(isAwaited && row.parcel?.step === 'delivered' ? (['arrived'] as const) : []),
    ...(isAwaited && row.parcel?.needsLook ? (['parcel'] as const) : []),
  ]
}

/** A return as this caller may see it: who only packs sees the pieces, and neither money nor e-mail address. */
export function staffReturnFor(rights: StaffRights | null, row: ReturnRow): StaffReturn {
  const { refund, lines, ...rest } = returnFromRow(row, '/admin/returns')
  const seesMoney = mayDo(rights, 'payers')
  return {
    ...rest,
    lines: lines.map((line) => (seesMoney ? line : { ...line, amount: null, refunded: null })),
    refund: seesMoney ? refund : null,
    customer: {
      _id: row.userId,
      name: `${row.firstname} ${row.lastname}`.trim(),
      email: seesMoney ? row.email : null,
      phone: row.phone,
    },
    waits: waitsOf(row).filter((wait) => seesMoney || !isMoneyWait(wait)),
    isSandbox: row.isSandbox,
  }
}
