import type { Settings } from '#contract/settings/settings.ts'

import { closedDatesIn, workingDaysIn } from '#contract/delivery/working-days.ts'
import { dayInIndia, indianFormat } from '#contract/units/india-time.ts'

type Rules = Pick<Settings, 'deliveryCutOffHour' | 'deliveryWorkingDays' | 'deliveryClosedDates'>

/** How many days are looked at for a working day, should all of them be closed. */
const MAX_CLOSED_DAYS = 400

const hourFormat = indianFormat('en-GB', { hour: '2-digit', hourCycle: 'h23' })

/** The calendar day some days after another, both as `2026-11-22`. */
function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** The calendar day in India some days from now, closed or not. */
export const calendarDay = (now: Date, days: number): string => dayAfter(dayInIndia(now), days)

function workingDayTest({ deliveryWorkingDays, deliveryClosedDates }: Rules): (day: string) => boolean {
  const weekdays = workingDaysIn(deliveryWorkingDays)
  const closed = closedDatesIn(deliveryClosedDates)
  return (day) => weekdays?.has(new Date(`${day}T00:00:00Z`).getUTCDay()) !== false && closed?.has(day) !== true
}

/**
 * The day in India until which a parcel arrives that is ordered now. It leaves on the first working day: today, or a
 * later one where today is closed or its cut-off hour has come. From there so many working days are counted.
 */
export function deliveryDay(now: Date, days: number, rules: Rules): string {
  const isWorkingDay = workingDayTest(rules)
  function workingDayFrom(day: string): string {
    let found = day
    for (let looked = 0; looked < MAX_CLOSED_DAYS && !isWorkingDay(found); looked += 1) found = dayAfter(found, 1)
    return found
  }
  const isLate = Number(hourFormat.format(now)) >= rules.deliveryCutOffHour
  let day = workingDayFrom(calendarDay(now, 0))
  const steps = days + (isLate && day === dayInIndia(now) ? 1 : 0)
  for (let step = 0; step < steps; step += 1) day = workingDayFrom(dayAfter(day, 1))
  return day
}
