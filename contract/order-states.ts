export const ORDER_STATUSES = ['order placed', 'shipped', 'delivered', 'cancelled'] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** The statuses that may follow each status. */
export const NEXT_STATUSES: Record<OrderStatus, readonly OrderStatus[]> = {
  'order placed': ['shipped', 'cancelled'],
  shipped: ['delivered', 'cancelled'],
  delivered: [],
  cancelled: [],
}

/**
 * 'not charged': the order was cancelled before any money was captured. 'refund failed': the provider does not return the
 * money, so somebody has to do it by hand.
 */
export const PAYMENT_STATES = [
  'awaiting capture',
  'paid',
  'not charged',
  'refund pending',
  'refund failed',
  'refunded',
] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]

/**
 * The state of a payment's dispute. An undecided one stops shipping and refunds. Of two reported states the one that stands
 * later in this list counts.
 */
export const DISPUTE_STATUSES = ['open', 'under review', 'action required', 'closed', 'won', 'lost'] as const
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number]

/**
 * Why an order waits for a person. 'shipment': it is paid and has an address. 'address': it is paid and has none. 'refund': the
 * provider gave up the refund, or the bank wants evidence in a dispute.
 */
export const ORDER_WAITS = ['shipment', 'address', 'refund'] as const
export type OrderWait = (typeof ORDER_WAITS)[number]

/** How the administrators' list of orders may be sorted. */
export const ORDER_SORTS = ['newest', 'oldest', 'total-desc', 'total-asc'] as const
export type OrderSort = (typeof ORDER_SORTS)[number]
