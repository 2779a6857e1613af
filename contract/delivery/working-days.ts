const NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const dayNamed = (word: string) => {
  const day = word.length < 3 ? -1 : NAMES.indexOf(word.slice(0, 3))
  return day === -1 || !/^(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?)(?:day)?$/.test(word) ? undefined : day
}

/** The days from one to another, over the end of the week too: Fri-Mon has four. */
const daysFrom = (first: number, last: number) =>
  Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, after) => (first + after) % 7)

/** The days of one word: a day, or two with a hyphen between them. Undefined for anything else. */
function daysOfSpan(span: string): number[] | undefined {
  const [first, last, ...more] = span.split('-').map(dayNamed)
  if (first === undefined || more.length > 0) return undefined
  if (!span.includes('-')) return [first]
  return last === undefined ? undefined : daysFrom(first, last)
}

/**
 * The days of the week that a text names, Sunday as 0: `Mon Tue Wed` or `Mon-Sat`. Undefined where a word is no day, or
 * none is named.
 */
export function workingDaysIn(typed: string): ReadonlySet<number> | undefined {
  const spans = typed
    .toLowerCase()
    .replaceAll(/\s*(?:[-–—]|\bto\b)\s*/g, '-')
    .split(/[\s,;]+/)
    .filter((span) => span !== '' && span !== 'and')
  const days = spans.map(daysOfSpan)
  return days.length > 0 && days.every((each) => each !== undefined) ? new Set(days.flat()) : undefined
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:\s|,|:|$)/

/** Whether such a day exists: 2026-02-30 does not. */
function isDate(date: string): boolean {
  const at = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(date)
}

/** The dates at the beginnings of the lines. Undefined where a line has none. */
export function closedDatesIn(typed: string): ReadonlySet<string> | undefined {
  const lines = typed.split('\n').map((each) => each.trim())
  const dates = lines.filter((each) => each !== '').map((each) => DATE.exec(each) && each.slice(0, 10))
  return dates.every((date) => date !== null && isDate(date)) ? new Set(dates as string[]) : undefined
}
