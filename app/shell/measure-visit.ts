import { onCLS, onFCP, onINP, onLCP, onTTFB, type Metric } from 'web-vitals'

import type { VitalsReport } from '#contract/dashboard/vitals.ts'

import { pageKindOf } from '#app/shell/page-kind.ts'

const ADDRESS = '/api/web-vitals'
const PHONE = '(width < 48rem)'

interface Wishes extends Navigator {
  doNotTrack: string | null
  globalPrivacyControl?: boolean
}

const asksForPrivacy = ({ doNotTrack, globalPrivacyControl }: Wishes) =>
  doNotTrack === '1' || globalPrivacyControl === true

/** The path of the page that was loaded. The visitor may have gone on since. */
function loadedPath(): string {
  const [loaded] = performance.getEntriesByType('navigation')
  return loaded ? new URL(loaded.name).pathname : location.pathname
}

/** A layout shift is told to a thousandth, a time to a millisecond. */
const rounded = ({ name, value }: Metric) => (name === 'CLS' ? Math.round(value * 1000) / 1000 : Math.round(value))

/**
 * Tells the shop once how fast the page was that was loaded: when it is first left or hidden, because a phone may end
 * it then without a word. A page that the browser brings back is told of again. Nothing is told of the admin area, nor
 * where the browser asks not to be tracked.
 */
export function measureVisit(): void {
  const page = pageKindOf(loadedPath())
  if (page === undefined || asksForPrivacy(navigator)) return
  const device = matchMedia(PHONE).matches ? 'phone' : 'desktop'
  const told = new Set<string>()
  let values: VitalsReport['values'] = {}
  const note = (metric: Metric) => {
    // A value that grows after it was told has the same id.
    if (told.has(metric.id)) return
    told.add(metric.id)
    values[metric.name] = rounded(metric)
  }
  const tell = () => {
    if (document.visibilityState !== 'hidden' || Object.keys(values).length === 0) return
    const report: VitalsReport = { page, device, values }
    navigator.sendBeacon(ADDRESS, new Blob([JSON.stringify(report)], { type: 'application/json' }))
    values = {}
  }
  for (const measure of [onCLS, onFCP, onINP, onLCP, onTTFB]) measure(note)
  // On its way up: the values are known on its way down.
  addEventListener('visibilitychange', tell)
}
