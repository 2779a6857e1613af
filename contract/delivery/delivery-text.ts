// Engines do not agree on short names of days and months.
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** '1 Dec' for the start of a calendar day in UTC. */
export const dayAndMonth = (at: Date): string => `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]}`

/** 'Tue, 1 Dec' for the calendar day `2026-12-01`. */
export function dayText(day: string): string {
  const at = new Date(day)
  return `${DAYS[at.getUTCDay()]}, ${dayAndMonth(at)}`
}

/** What is promised to a PIN code, in one line. */
export function deliveryText({
  by,
  cash = false,
  prepaid = true,
}: {
  by: string
  cash?: boolean
  prepaid?: boolean
}): string {
  const atTheDoor = prepaid ? ' · cash on delivery available' : ' · cash on delivery only'
  return `Delivery by ${dayText(by)}${cash ? atTheDoor : ''}`
}

/** How parcels reach the PIN codes that are served, all of them together. */
export interface AskedDelivery {
  /** The fewest and the most working days. */
  days: readonly [fewest: number, most: number]
  /** From this hour on they are counted from the next day; 24 for none. */
  cutOffHour: number
  /** The days that are counted, Sunday as 0. */
  weekdays: readonly number[]
}
