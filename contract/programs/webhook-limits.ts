/** The most addresses that a shop tells of its changes. */
export const MAX_WEBHOOKS = 20
/** The longest address. */
export const MAX_WEBHOOK_URL = 500
/** A delivery is tried for so many days, and an address that has failed for as long is paused. */
export const WEBHOOK_RETRY_DAYS = 3
/** The secret before the present one signs for so many hours more. */
export const OLD_SECRET_HOURS = 24
/** Deliveries are kept for so many days. */
export const DELIVERY_DAYS = 30
/** and of those that are over so many of an address at most, the newest. */
export const MAX_DELIVERIES = 100_000
