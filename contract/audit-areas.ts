/** What an entry of the audit log is about. */
export const AUDIT_AREAS = [
  'product',
  'category',
  'order',
  'contact',
  'review',
  'payment',
  'refund',
  'reconciliation',
  'user',
] as const
export type AuditArea = (typeof AUDIT_AREAS)[number]

/** In the audit log's `person`: whatever the shop did by itself. */
export const SHOP_ITSELF = 'shop'

/** In so many of the newest entries a text is looked for: a log only grows, and a search must not. */
export const AUDIT_SEARCHED = 20_000
