import { Limiter } from '#server/http/overload/concurrency-limiter.ts'

/**
 * Payments that start and orders for cash that are placed at once, both together, not counting the provider's part.
 * There are fewer than database connections: when many want the same few pieces, the database stays free for everybody
 * else.
 */
export const checkoutLimiter = new Limiter('checkoutTransactions', { atOnce: 6 })
