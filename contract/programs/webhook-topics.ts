/** What an address can hear of, each in the words of the screen. */
export const TOPIC_LABELS = {
  order: 'Orders',
  payment: 'Payments, cash and refunds',
  parcel: 'Parcels',
  return: 'Returns',
  product: 'Products and prices',
  stock: 'Stock',
  customer: 'Customers',
  message: 'Messages',
} as const
export type WebhookTopic = keyof typeof TOPIC_LABELS
export const WEBHOOK_TOPICS = Object.keys(TOPIC_LABELS) as WebhookTopic[]

/** What became of a delivery. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Why nothing is sent to an address. gone: it answered 410; restored: it came with a backup. */
export const PAUSE_REASONS = ['by hand', 'failing', 'gone', 'restored'] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]
