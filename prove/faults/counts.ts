import type { Visit } from '#prove/faults/visitor.ts'

export const msOf = ({ begunAt, endedAt }: Visit): number => endedAt - begunAt

/** The time that `percent` of the visits did not exceed, one that was measured; NaN without visits. */
export function percentileMs(visits: readonly Visit[], percent: number): number {
  const times = visits.map(msOf).toSorted((one, other) => one - other)
  return times[Math.min(Math.floor((times.length * percent) / 100), times.length - 1)] ?? Number.NaN
}

/** `200 × 12, 503 × 3`; a visit without an answer is counted by how it ended. */
export function tally(visits: readonly Visit[]): string {
  const counts = new Map<string, number>()
  for (const { status, ending } of visits) {
    const name = status === 0 ? ending : String(status)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const entries = [...counts].toSorted(([a], [b]) => a.localeCompare(b))
  return entries.map(([name, count]) => `${name} × ${count}`).join(', ') || 'nothing'
}

/** Descriptions of the visits that ended otherwise than with these statuses. */
export const otherThan = (visits: readonly Visit[], statuses: readonly number[]): string[] =>
  visits
    .filter(({ status }) => !statuses.includes(status))
    .map(({ kind, status, ending, text }) => `${kind} ${status || ending} ${text.slice(0, 80)}`)

export const isGood = ({ status }: Visit): boolean => status >= 200 && status < 300
