/** What to look for in the header `User-Agent`, the more particular first: Android also says Linux. */
const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMacintosh\b/],
  ['Chromebook', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const

/** The system that a browser runs on, as people call it; undefined for an unknown one. */
export const systemOf = (userAgent: string): string | undefined =>
  SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0]
