import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/units/time-units.ts'

/** '29 days', '47 h', '5 min': whole ones, days from the third on. */
export function formatTimeLeft(ms: number): string {
  if (ms >= 3 * DAY_MS) return `${Math.floor(ms / DAY_MS)} days`
  if (ms >= HOUR_MS) return `${Math.floor(ms / HOUR_MS)} h`
  return `${Math.floor(ms / MINUTE_MS)} min`
}
