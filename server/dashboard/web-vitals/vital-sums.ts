import type { Device, PageKind, VitalName } from '#contract/dashboard/vital-limits.ts'
import type { VitalsReport } from '#contract/dashboard/vitals.ts'

import { addCounts, noCounts, stepOf, type Counts } from '#server/dashboard/web-vitals/vital-histogram.ts'

/** The values of one kind that came from one kind of device on one kind of pages. */
export interface VitalSum {
  page: PageKind
  device: Device
  vital: VitalName
  counts: Counts
}

/**
 * What visitors of this process measured since it was last written down: sums alone, so it takes as much memory for a
 * million visits as for one.
 */
export class VitalSums {
  private sums = new Map<string, VitalSum>()

  add({ page, device, values }: VitalsReport): void {
    for (const [name, value] of Object.entries(values)) {
      const vital = name as VitalName
      const counts = noCounts(vital)
      counts[stepOf(vital, value)] = 1
      this.addSum({ page, device, vital, counts })
    }
  }

  /** Everything, which is then forgotten here. */
  take(): VitalSum[] {
    const taken = [...this.sums.values()]
    this.sums = new Map()
    return taken
  }

  /** Adds what was taken and could not be written down. */
  putBack(taken: readonly VitalSum[]): void {
    for (const one of taken) this.addSum(one)
  }

  private addSum({ page, device, vital, counts }: VitalSum): void {
    const key = `${page} ${device} ${vital}`
    const known = this.sums.get(key)
    this.sums.set(key, { page, device, vital, counts: known ? addCounts(known.counts, counts) : counts })
  }
}
