/** What an entry of the audit log is about. */
export const AUDIT_AREAS = [
  'product',
  'category',
  'collection',
  'order',
  'contact',
  'review',
  'offer',
  'delivery',
  'sale',
  'payment',
  'refund',
  'return',
  'reconciliation',
  'user',
  'key',
  'setting',
  'page',
  'address',
  'tax',
  'webhook',
] as const
export type AuditArea = (typeof AUDIT_AREAS)[number]

/** The audit log's `person` for what the shop did by itself. */
export const SHOP_ITSELF = 'shop'

/** How many of the newest entries a text search reads, because the log grows without limit. */
export const AUDIT_SEARCHED = 20_000
