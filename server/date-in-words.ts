const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata', dateStyle: 'long' })

/** A day in India as a sentence names it: 21 November 2026. */
export const dateInWords = (time: string | Date): string => format.format(new Date(time))
