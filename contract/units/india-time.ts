import { DAY_MS } from '#contract/units/time-units.ts'

/** Where the shop's days begin. Whoever sells from another country changes this and the line below. */
export const TIME_ZONE = 'Asia/Kolkata'
/** India has no daylight saving time. */
const UTC_OFFSET = '+05:30'

const AHEAD_OF_UTC_MS = Date.parse('1970-01-01T00:00:00Z') - Date.parse(`1970-01-01T00:00:00${UTC_OFFSET}`)

/** A format of moments in India, whatever the time zone of the machine. */
export const indianFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: TIME_ZONE })

/** When the next day begins in India, in milliseconds since 1970. */
export const nextDayInIndia = (now: number): number => now + DAY_MS - ((now + AHEAD_OF_UTC_MS) % DAY_MS)

/** The milliseconds since 1970 of a date and a time in India, as `2026-11-22T18:30`. */
export const instantInIndia = (moment: string): number => Date.parse(`${moment}:00${UTC_OFFSET}`)

const indianDay = indianFormat('en-CA', { dateStyle: 'short' })
/** The calendar day in India, as `2026-11-22`. */
export const dayInIndia = (time: Date): string => indianDay.format(time)

const indianMinute = indianFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
/** A moment in India to the minute, as `2026-11-22T18:30`: what the control of a form takes. */
export const minuteInIndia = (time: string | Date): string =>
  `${dayInIndia(new Date(time))}T${indianMinute.format(new Date(time))}`

const inWords = indianFormat('en-GB', { dateStyle: 'long' })
/** A day in India as a sentence names it: 21 November 2026. */
export const dateInWords = (time: string | Date): string => inWords.format(new Date(time))

const momentWords = indianFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h12',
})
/** A moment in India as a line names it: 21 November 2026 at 3:05 pm. */
export const momentInWords = (time: string | Date): string => momentWords.format(new Date(time))
