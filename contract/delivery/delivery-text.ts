// Engines do not agree on short names of days and months.
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** 'Tue, 1 Dec' for the calendar day `2026-12-01`. */
export function dayText(day: string): string {
  const at = new Date(day)
  return `${DAYS[at.getUTCDay()]}, ${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]}`
}

/** What is promised to a PIN code, in one line. */
export const deliveryText = ({ by, cash = false }: { by: string; cash?: boolean }): string =>
  `Delivery by ${dayText(by)}${cash ? ' · cash on delivery available' : ''}`
