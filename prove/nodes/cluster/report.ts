import type { Visit } from '#prove/faults/visitor.ts'
import type { KillKind } from '#prove/nodes/cluster/kills.ts'

import { isGood } from '#prove/faults/counts.ts'

/** From one kill to the next. */
export interface Phase {
  kind: KillKind
  from: number
  to: number
}

interface Row {
  name: string
  limitSeconds: number
  /** Of each kill of this kind: the longest time in which nobody's purchase was acknowledged. */
  pausesSeconds: number[]
  unavailable: number
  /** Descriptions of answers that are neither good nor a clean 503. */
  others: string[]
  reads: number
  failedReads: number
}

/** A 503 with a sentence and a time after which to try again. */
function isCleanRejection({ status, headers, text }: Visit): boolean {
  if (status !== 503 || headers['retry-after'] === undefined) return false
  try {
    const { message } = JSON.parse(text) as { message?: unknown }
    return typeof message === 'string' && /^[A-Z].+\.$/.test(message)
  } catch {
    return false
  }
}

/**
 * The longest time without an acknowledged purchase: before one that lies in the phase, or until the end of the phase.
 */
export function longestPauseSeconds({ from, to }: Phase, bought: readonly number[]): number {
  const ends = bought.filter((at) => at >= from && at < to)
  const before = bought.findLast((at) => at < from) ?? from
  const pauses = [...ends, to].map((at, index) => at - (ends[index - 1] ?? before))
  return Math.max(...pauses) / 1000
}

const describe = ({ kind, status, ending, text }: Visit) => `${kind} ${status || ending} ${text.slice(0, 100)}`

/** One row for each kind of kill that was played. */
export function rowsOf(phases: readonly Phase[], visits: readonly Visit[]): Row[] {
  const bought = visits.filter((one) => one.kind === 'verify' && isGood(one)).map(({ endedAt }) => endedAt)
  bought.sort((a, b) => a - b)
  return [...new Set(phases.map(({ kind }) => kind))].map((kind) => {
    const mine = phases.filter((phase) => phase.kind === kind)
    const seen = visits.filter(({ endedAt }) => mine.some(({ from, to }) => endedAt >= from && endedAt < to))
    const reads = seen.filter((one) => one.kind === 'read')
    return {
      name: kind.name,
      limitSeconds: kind.limitSeconds,
      pausesSeconds: mine.map((phase) => longestPauseSeconds(phase, bought)),
      unavailable: seen.filter(isCleanRejection).length,
      others: seen.filter((one) => !isGood(one) && !isCleanRejection(one)).map(describe),
      reads: reads.length,
      failedReads: reads.filter((one) => !isGood(one)).length,
    }
  })
}

export const isMet = ({ limitSeconds, pausesSeconds, others, failedReads }: Row): boolean =>
  pausesSeconds.every((pause) => pause <= limitSeconds) && others.length === 0 && failedReads === 0

const seconds = (pauses: readonly number[]) => pauses.map((pause) => pause.toFixed(1)).join(', ')

/** The rows as a table in Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) =>
    [
      row.name,
      row.pausesSeconds.length,
      seconds(row.pausesSeconds),
      row.limitSeconds,
      row.unavailable,
      row.others.length,
      `${row.failedReads} of ${row.reads}`,
    ].join(' | '),
  )
  return [
    '| killed | times | buying paused, s | at most | clean 503 | other failures | pages that failed |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines.map((line) => `| ${line} |`),
  ].join('\n')
}
