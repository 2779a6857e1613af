const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** '29 days', '47 h', '5 min': whole ones, days from the third on. */
export function formatTimeLeft(ms: number): string {
  if (ms >= 3 * DAY_MS) return `${Math.floor(ms / DAY_MS)} days`
  if (ms >= HOUR_MS) return `${Math.floor(ms / HOUR_MS)} h`
  return `${Math.floor(ms / MINUTE_MS)} min`
}
