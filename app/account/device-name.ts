/** What to look for in the browser's own description, the more particular first: an iPhone also says that it is like a Mac. */
const DEVICES = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh/],
  ['Chromebook', /CrOS/],
  ['Linux', /Linux/],
] as const

/** A name to begin with for a passkey of this device: 'My iPhone'. */
export function deviceName(userAgent: string): string {
  const known = DEVICES.find(([, pattern]) => pattern.test(userAgent))
  return `My ${known?.[0] ?? 'device'}`
}
