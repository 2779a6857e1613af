import { z } from 'zod'

import { MAX_CART_LINES } from '#contract/cart/cart-limits.ts'
import { ParcelTrail, StaffParcel } from '#contract/orders/parcels.ts'
import { MAX_CANCEL_REASON } from '#contract/orders/cancel-reasons.ts'
import { RefundTo, ShownRefundTo } from '#contract/returns/refund-to.ts'
import { MAX_RETURN_NOTE } from '#contract/returns/return-limits.ts'
import { NOT_DELIVERED, RETURN_REASONS } from '#contract/returns/return-reasons.ts'
import { PIECE_CONDITIONS, PIECE_PLACES } from '#contract/returns/piece-conditions.ts'
import { RETURN_ORIGINS, RETURN_STATUSES, RETURN_WAITS } from '#contract/states/return-states.ts'
import { WAYS_BACK } from '#contract/returns/ways-back.ts'
import { id, longText, pageQuery, rupeeSum, soughtText, text, time } from '#contract/schemas/basic-schemas.ts'

const PIECES = 'Please enter how many pieces.'
const pieces = z.int({ error: PIECES }).min(1, PIECES).max(1_000_000)

const isEachOnce = (lines: readonly { _id: string }[]) => new Set(lines.map(({ _id }) => _id)).size === lines.length
const EACH_ONCE = { error: 'Please name each line once.' }

const AskedLine = z.strictObject({
  /** The line of the order. */
  _id: id,
  quantity: pieces,
  reason: z.enum(RETURN_REASONS, { error: 'Please choose a reason.' }),
  note: longText(MAX_RETURN_NOTE).optional(),
  /** Another size of the same product, instead of the money. */
  exchangeSize: text(40).optional(),
  /**
   * How many pieces of the line the sender has seen that may come back. Where it is another number by now, nothing
   * happens.
   */
  left: z.int().optional(),
})

const asked = {
  lines: z.array(AskedLine).min(1, 'Please choose what comes back.').max(MAX_CART_LINES).refine(isEachOnce, EACH_ONCE),
  wayBack: z.enum(WAYS_BACK, { error: 'Please choose how it comes back.' }).optional(),
}

/**
 * What a customer asks to give back. `refundTo` may also be given later; an account is asked for where the order was
 * paid at the door.
 */
export const ReturnRequest = z.strictObject({ ...asked, refundTo: RefundTo.optional() })
export type ReturnRequest = z.input<typeof ReturnRequest>

/** The same by the staff, at any time and for any category. It is approved with it. */
export const StaffReturnRequest = z.strictObject(asked)
export type StaffReturnRequest = z.input<typeof StaffReturnRequest>

export const RefundToChange = z.strictObject({ refundTo: RefundTo })
export type RefundToChange = z.input<typeof RefundToChange>

const InspectedPieces = z.object({
  condition: z.enum(PIECE_CONDITIONS),
  goesTo: z.enum(PIECE_PLACES),
  quantity: z.number().int(),
})

export const ReturnLine = z.object({
  /** The line of the order. */
  _id: z.string(),
  product: z.object({ _id: z.string(), name: z.string(), image: z.string().nullable() }),
  size: z.string().optional(),
  quantity: z.number().int(),
  reason: z.enum([...RETURN_REASONS, NOT_DELIVERED]),
  note: z.string().optional(),
  exchangeSize: z.string().optional(),
  /** What was paid for these pieces. */
  amount: rupeeSum,
  /** How many of them were found how, and where they went; empty until they are inspected. */
  inspected: z.array(InspectedPieces),
  /** How many of them are refunded. */
  refunded: z.number().int(),
  /** How many of them went on as another size. */
  exchanged: z.number().int(),
})
export type ReturnLine = z.infer<typeof ReturnLine>

/** What becomes of the money of a return, whatever has become of its pieces. */
const ReturnRefund = z.object({
  /** 'nothing due' also while nobody has approved it. */
  status: z.enum(['nothing due', 'refund due', 'refunded']),
  /** Still to be given back. */
  due: rupeeSum,
  /** Given back, or on its way. */
  refunded: rupeeSum,
  /**
   * What of these comes, and came, back as store credit: its share of an order for cash. The rest is paid by hand.
   * Missing where none is.
   */
  dueCredit: rupeeSum.optional(),
  returnedCredit: rupeeSum.optional(),
  /** Until when it is to be given back; null until the pieces have arrived. */
  dueBy: time.nullable(),
  /**
   * 'source': to where the money came from, of an exchange to where the first order was paid. 'by hand': to `refundTo`,
   * because that was at the door.
   */
  way: z.enum(['source', 'by hand', 'store credit']),
  /** It was paid at the door, so money goes to an account or becomes store credit. */
  takesAccount: z.boolean(),
  /** The shop knows where to pay it to; always true where no account is asked for. */
  isPayable: z.boolean(),
  /** The payments that were made by hand, the oldest first. */
  payments: z.array(z.object({ amount: rupeeSum, reference: z.string(), at: time })),
})
export type ReturnRefund = z.infer<typeof ReturnRefund>

/**
 * Another size in place of money: held from the asking, and an order of its own once it leaves. 'ended': it was given
 * free.
 */
const ReturnExchange = z.object({
  status: z.enum(['held', 'sent', 'ended']),
  /** How long it is held if nothing comes back. */
  until: time.optional(),
  /** The order that is sent. */
  orderId: z.string().optional(),
})

/** What a courier fetches at the customer's door: who does, its number, and where it is. */
const ReturnParcel = ParcelTrail.extend({
  carrier: z.string().nullable(),
  trackingNumber: z.string(),
  trackingLink: z.string().nullable(),
})
export type ReturnParcel = z.infer<typeof ReturnParcel>

/** A return as the customer sees it. */
export const Return = z.object({
  _id: z.string(),
  orderId: z.string(),
  createdAt: time,
  status: z.enum(RETURN_STATUSES),
  origin: z.enum(RETURN_ORIGINS),
  /** Null for a parcel that never arrived. */
  wayBack: z.enum(WAYS_BACK).nullable(),
  /** The way back costs the customer nothing: it is the shop's fault. */
  isWayBackFree: z.boolean(),
  lines: z.array(ReturnLine),
  refund: ReturnRefund,
  /** Missing where no other size is wanted. */
  exchange: ReturnExchange.optional(),
  /**
   * The addresses of the customer's pictures, below `/api`: the customer's under `/order/returns`, the staff's under
   * `/admin/returns`.
   */
  pictures: z.array(z.string()),
  /** Missing where no courier is booked to fetch it. */
  parcel: ReturnParcel.optional(),
  /** Why it was refused; missing unless it was. */
  refusal: z.string().optional(),
  /** When each status was reached, the oldest first. */
  timeline: z.array(z.object({ status: z.enum(RETURN_STATUSES), at: time })),
})
export type Return = z.infer<typeof Return>

/** A line of an order, and what of it may come back. */
export const ReturnableLine = z.object({
  _id: z.string(),
  /** Delivered pieces that were neither cancelled nor asked back. */
  left: z.number().int(),
  /**
   * Until when they may come back for any reason, by the days that counted at their sale; null where only a fault
   * counts. A fault counts after it too.
   */
  until: time.nullable(),
  /** Only a fault counts: the time is over, or the category took nothing else back at the sale. */
  isForFaultsOnly: z.boolean(),
  /** Other sizes of the product that are in stock. */
  exchangeSizes: z.array(z.string()),
})
export type ReturnableLine = z.infer<typeof ReturnableLine>

/** The returns of an order, the oldest first, and what may still come back; no lines while it is not delivered. */
export const OrderReturns = z.object({
  returns: z.array(Return),
  lines: z.array(ReturnableLine),
  /** What is paid back goes to an account that the customer names, or becomes store credit. */
  takesAccount: z.boolean(),
})
export type OrderReturns = z.infer<typeof OrderReturns>

export const ReturnAnswer = z.object({ message: z.string(), return: Return })
export type ReturnAnswer = z.infer<typeof ReturnAnswer>

/**
 * A return as the staff see it. To who only packs it names no money and no e-mail address: these are null, and `waits`
 * is without what waits for money.
 */
export const StaffReturn = Return.extend({
  customer: z.object({ _id: z.string(), name: z.string(), email: z.string().nullable(), phone: z.string() }),
  lines: z.array(ReturnLine.extend({ amount: rupeeSum.nullable(), refunded: z.number().int().nullable() })),
  refund: ReturnRefund.nullable(),
  /** What it waits for; empty where nobody waits. */
  waits: z.array(z.enum(RETURN_WAITS)),
  isSandbox: z.boolean(),
})
export type StaffReturn = z.infer<typeof StaffReturn>

/** The same with what only one screen shows. `refundTo` is named to who may refund. */
export const ReturnDetail = z.object({
  return: StaffReturn,
  refundTo: ShownRefundTo.nullable(),
  /** Those that were booked to bring it back, the newest first. */
  parcels: z.array(StaffParcel),
  /** Who took each step; a step of the shop itself is left out. */
  actors: z.array(z.object({ status: z.enum(RETURN_STATUSES), name: z.string() })),
})
export type ReturnDetail = z.infer<typeof ReturnDetail>

export const StaffReturnAnswer = z.object({ message: z.string(), return: StaffReturn })
export type StaffReturnAnswer = z.infer<typeof StaffReturnAnswer>

export const ReturnListQuery = z.strictObject({
  ...pageQuery,
  status: z.enum(RETURN_STATUSES).optional(),
  waits: z.enum(RETURN_WAITS).optional(),
  /** Words of the customer's name, or the id of the order or of the return. */
  search: soughtText(200).optional(),
})
export type ReturnListQuery = z.input<typeof ReturnListQuery>

const FoundPieces = z.strictObject({
  /** The line of the order. */
  _id: id,
  quantity: pieces,
  condition: z.enum(PIECE_CONDITIONS, { error: 'Please say how each piece is.' }),
  /** Without it, where pieces of this condition go unless somebody says another place. */
  goesTo: z.enum(PIECE_PLACES, { error: 'Please say where each piece goes.' }).optional(),
})

const Refunding = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        _id: id,
        quantity: pieces,
        /**
         * How many pieces of the line the sender has seen as not settled. Where it is another number by now, nothing
         * happens.
         */
        open: z.int().optional(),
      }),
    )
    .min(1, 'Please say how many pieces are refunded.')
    .max(500)
    .refine(isEachOnce, EACH_ONCE)
    .optional(),
  /** Names a payment that was made by hand. */
  reference: text(120, 'Please enter the reference of the payment.').optional(),
})

type Deeds = Partial<Record<'to' | 'refund' | 'refundTo' | 'exchange' | 'delivered', unknown>>
const countDeeds = ({ to, refund, refundTo, exchange, delivered }: Deeds) =>
  [to, refund ?? refundTo, exchange, delivered].filter((deed) => deed !== undefined).length

/**
 * A step of a return, its exchange, its money: where it goes, that it goes, or both; or that its parcel has arrived
 * after all. Neither waits for the other.
 */
export const ReturnChange = z
  .strictObject({
    to: z.enum(RETURN_STATUSES, { error: 'Unknown status of a return.' }).optional(),
    /** With 'inspected', how all its pieces were found: a line in as many rows as it needs. */
    pieces: z.array(FoundPieces).min(1, 'Please say how each piece is.').max(500).optional(),
    /** With 'refused', why: the customer reads it. */
    reason: text(MAX_CANCEL_REASON, 'Please give the reason in a few words.').optional(),
    /** Gives back all that is due, or what was paid for these pieces. */
    refund: z.union([z.literal(true), Refunding], { error: 'Please say what is refunded.' }).optional(),
    /** Where the money goes, as the customer has told it to somebody of the staff. */
    refundTo: RefundTo.optional(),
    /** The other sizes leave now, or are given free, so that money is due; or what never arrived leaves again. */
    exchange: z.enum(['send', 'end', 'again'], { error: 'Please say what becomes of the exchange.' }).optional(),
    /** A parcel that was given up has reached its customer after all: nothing of its money goes back. */
    delivered: z.literal(true).optional(),
  })
  .refine((change) => countDeeds(change) === 1, { error: 'Please name either a step or what is refunded.' })
  .refine(({ to, pieces: found }) => (to === 'inspected') === (found !== undefined), {
    path: ['pieces'],
    error: 'Please say how each piece is, when the return is inspected.',
  })
  .refine(({ to, reason }) => (to === 'refused') === (reason !== undefined), {
    path: ['reason'],
    error: 'Please say why the return is refused.',
  })
export type ReturnChange = z.input<typeof ReturnChange>
