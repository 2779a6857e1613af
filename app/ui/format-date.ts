import { indianFormat } from '#contract/units/india-time.ts'
import { DAY_MS } from '#contract/units/time-units.ts'

// Numbers or full month names only: abbreviated month names differ between engine versions.
const day = indianFormat('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric' })
const longDay = indianFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })
const time = indianFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** '21/11/2026': the date in India, whatever the time zone of the machine. */
export function formatDate(when: string | Date): string {
  return day.format(new Date(when))
}

/** '21 November 2026', for running text. */
export function formatLongDate(when: string | Date): string {
  return longDay.format(new Date(when))
}

/** '21/11/2026, 14:05', in India's time. */
export function formatDateTime(when: string | Date): string {
  const instant = new Date(when)
  return `${day.format(instant)}, ${time.format(instant)}`
}

/** The instant `days` later. India has no daylight saving time, so a day has 24 hours. */
export function addDays(when: string | Date, days: number): Date {
  return new Date(new Date(when).getTime() + days * DAY_MS)
}
