import { instantInIndia, minuteInIndia } from '#contract/units/india-time.ts'
import { DAY_MS } from '#contract/units/time-units.ts'

/** The moment that an address asks for, or this time tomorrow, as `2026-11-27T20:00` in India. */
export function momentIn(query: URLSearchParams, now: number): string {
  const asked = (query.get('at') ?? '').slice(0, 16)
  return Number.isNaN(instantInIndia(asked)) ? minuteInIndia(new Date(now + DAY_MS)) : asked
}

/** The same as the API takes it. */
export const isoOf = (minute: string) => new Date(instantInIndia(minute)).toISOString()

export const SHOP_AT = '/admin/shop-at'
export const productAddress = (id: string, at: string) =>
  `${SHOP_AT}/${encodeURIComponent(id)}?at=${encodeURIComponent(at)}`
