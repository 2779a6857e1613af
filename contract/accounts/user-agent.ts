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

/** The first that matches counts: browsers name those whose place they take. */
const BROWSERS = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

/** The rules look at no more of a header than real browsers send. */
const MAX_HEADER = 500

/**
 * Browser and system by the header `User-Agent`: 'Chrome on Android'. Always one of few texts of our own, because a
 * header may say anything; 'Unknown device' where no rule matches.
 */
export function deviceOf(userAgent = ''): string {
  const header = userAgent.slice(0, MAX_HEADER)
  const browser = BROWSERS.find(([pattern]) => pattern.test(header))?.[1]
  const system = systemOf(header)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}
