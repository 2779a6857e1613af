const DAY_MS = 86_400_000
/** India has no daylight saving time. */
const AHEAD_OF_UTC_MS = 5.5 * 3_600_000

/** When the next day begins in India, in milliseconds since 1970. */
export const nextDayInIndia = (now: number): number => now + DAY_MS - ((now + AHEAD_OF_UTC_MS) % DAY_MS)

const indianDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata', dateStyle: 'short' })
/** The calendar day in India, as `2026-11-22`. */
export const dayInIndia = (time: Date): string => indianDay.format(time)

const inWords = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', dateStyle: 'long' })
/** A day in India as a sentence names it: 21 November 2026. */
export const dateInWords = (time: string | Date): string => inWords.format(new Date(time))
