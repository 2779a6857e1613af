/**
 * What a browser measures of a visit, with the public thresholds: up to `good` it is good, past `poor` it is poor.
 * Times are in milliseconds; the layout shift is a share of the window.
 *
 * @see https://web.dev/articles/vitals
 */
export const VITALS = {
  LCP: { label: 'Largest picture or text', good: 2500, poor: 4000, most: 600_000 },
  INP: { label: 'Answer to a press', good: 200, poor: 500, most: 600_000 },
  CLS: { label: 'Layout shift', good: 0.1, poor: 0.25, most: 1000 },
  FCP: { label: 'First picture or text', good: 1800, poor: 3000, most: 600_000 },
  TTFB: { label: 'First byte', good: 800, poor: 1800, most: 600_000 },
} as const

export type VitalName = keyof typeof VITALS
export const VITAL_NAMES = Object.keys(VITALS) as VitalName[]

/** The kinds of pages that visits are told apart by. */
export const PAGE_KINDS = ['home', 'list', 'product', 'cart', 'checkout', 'other'] as const
export type PageKind = (typeof PAGE_KINDS)[number]

export const DEVICES = ['phone', 'desktop'] as const
export type Device = (typeof DEVICES)[number]
