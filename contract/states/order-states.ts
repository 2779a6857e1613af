import { isCashPaid, type CashState } from '#contract/states/cash-states.ts'
import { statesAfter, type Next } from '#contract/states/steps.ts'

interface StatusFacts {
  /** On its badge. */
  label: string
  /** In a timeline. */
  stepLabel: string
  /** The look of its badge. */
  tone: 'placed' | 'shipped' | 'delivered' | 'cancelled'
  next: Next
  /** Where the parcel is; 'none' if none is to arrive. */
  parcel: 'not sent' | 'under way' | 'delivered' | 'none'
  /** The mail that the customer gets. */
  mail: string
  /** The administrators' button that moves an order here, and who has it. */
  button: { label: string; area: 'shipping' | 'cancelling' } | null
  /** What administrators see in place of buttons where no status follows. */
  endLabel: string | null
}

/**
 * What each status of an order is known by. A new status is a row here and: a migration; its mail
 * (`server/mails/order-status-mails.ts`); what happens to an order that reaches it (`server/orders/change-status.ts`)
 * and what is true of it from then on (`server/orders/invariants.sql`). A look of its own is a tone in
 * `app/ui/badge.tsx`. Lists of orders that wait for somebody (`order-list-queries.ts`, `dashboard-queries.ts`) name
 * their status, and so does what only a delivered order allows.
 */
export const STATUS_FACTS = {
  'order placed': {
    label: 'Order Placed',
    stepLabel: 'Placed',
    tone: 'placed',
    next: { shipped: ['staff', 'courier'], cancelled: ['customer', 'staff', 'provider', 'shop'] },
    parcel: 'not sent',
    mail: 'order-received',
    button: null,
    endLabel: null,
  },
  shipped: {
    label: 'Shipped',
    stepLabel: 'Shipped',
    tone: 'shipped',
    next: { delivered: ['staff', 'courier'], cancelled: ['staff', 'courier'] },
    parcel: 'under way',
    mail: 'order-shipped',
    button: { label: 'Ship', area: 'shipping' },
    endLabel: null,
  },
  delivered: {
    label: 'Delivered',
    stepLabel: 'Delivered',
    tone: 'delivered',
    next: {},
    parcel: 'delivered',
    mail: 'order-delivered',
    button: { label: 'Deliver', area: 'shipping' },
    endLabel: 'Items Delivered',
  },
  cancelled: {
    label: 'Cancelled',
    stepLabel: 'Cancelled',
    tone: 'cancelled',
    next: {},
    parcel: 'none',
    mail: 'order-cancelled',
    button: { label: 'Cancel', area: 'cancelling' },
    endLabel: 'Order Cancelled',
  },
} as const satisfies Record<string, StatusFacts>

export type OrderStatus = keyof typeof STATUS_FACTS
export const ORDER_STATUSES = Object.keys(STATUS_FACTS) as [OrderStatus, ...OrderStatus[]]

/** The statuses that may follow this one. */
export const nextStatuses = (status: OrderStatus): readonly OrderStatus[] => statesAfter(STATUS_FACTS, status)

/** The statuses by which an order comes to this one, which is the last. */
export function stepsTo(status: OrderStatus): OrderStatus[] {
  const before = ORDER_STATUSES.find((one) => nextStatuses(one).includes(status))
  return before ? [...stepsTo(before), status] : [status]
}

/** Whether the parcel of such an order has not left the shop. */
export const isUnsentStatus = (status: OrderStatus): boolean => STATUS_FACTS[status].parcel === 'not sent'

/** Whether the parcel of such an order is still to arrive. */
export const isOpenStatus = (status: OrderStatus): boolean =>
  ['not sent', 'under way'].includes(STATUS_FACTS[status].parcel)

/** Whether the parcel of such an order has been handed to a courier. */
export const isSentStatus = (status: OrderStatus): boolean =>
  ['under way', 'delivered'].includes(STATUS_FACTS[status].parcel)

/**
 * 'not charged': the order was cancelled before any money was captured. 'refund failed': the provider does not return
 * the money, so somebody has to do it by hand. 'partly refunded': a part goes or went back, and the order stands.
 */
export const PAYMENT_STATES = [
  'awaiting capture',
  'paid',
  'not charged',
  'refund pending',
  'refund failed',
  'refunded',
  'partly refunded',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/** Whether somebody has paid for the order, whatever became of the money since. */
export const wasPaid = (payment: PaymentState | { status: CashState }): boolean =>
  typeof payment === 'object' ? isCashPaid(payment.status) : !['awaiting capture', 'not charged'].includes(payment)

/** How far a refund is. */
export const REFUND_STATES = ['under way', 'done', 'failed'] as const

/**
 * The state of a payment's dispute. An undecided one stops shipping and refunds. Of two reported states the one that
 * stands later in this list counts.
 */
export const DISPUTE_STATUSES = ['open', 'under review', 'action required', 'closed', 'won', 'lost'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

/**
 * Why an order waits for a person. 'shipment': it is paid and has an address. 'address': it is paid and has none.
 * 'refund': the provider gave up the refund, or the bank wants evidence in a dispute. 'confirmation': nobody has
 * confirmed an order for cash. 'remittance': the courier has its money. The others are about its parcel: it does not
 * move, has no first scan, was not handed over, or has missed its promised day.
 */
const PARCEL_WAIT_NAMES = ['stuck', 'unscanned', 'undelivered', 'late'] as const
export type ParcelWait = (typeof PARCEL_WAIT_NAMES)[number]
export const ORDER_WAITS = [
  'shipment',
  'address',
  'refund',
  'confirmation',
  'remittance',
  ...PARCEL_WAIT_NAMES,
] as const
export type OrderWait = (typeof ORDER_WAITS)[number]

/** How the administrators' list of orders may be sorted. */
export const ORDER_SORTS = ['newest', 'oldest', 'total-desc', 'total-asc'] as const
export type OrderSort = (typeof ORDER_SORTS)[number]
