import type { FastifyBaseLogger } from 'fastify'

import { MINUTE_MS } from '#contract/time-units.ts'
import { LineCounts } from '#server/http/line-counts.ts'

/** Lines of one kind that are written whole within a minute; a kind is a level, a message and a route. */
const MAX_LINES_PER_KIND = 5
const LEVELS = ['info', 'warn', 'error'] as const

type Level = (typeof LEVELS)[number]

function kindOf(level: Level, [first, second]: readonly unknown[]): string {
  const route = typeof first === 'object' && first !== null && 'route' in first ? first.route : undefined
  const message = typeof first === 'string' ? first : second
  return [level, message, route].filter((part) => typeof part === 'string').join(' ')
}

/**
 * The log for everything that a request can cause. Each kind of line has a few lines a minute and, at the end of the minute, one line
 * with the number of its others. Failures of money are written to the shop's own log, which loses none.
 */
export class RequestLog {
  readonly log: FastifyBaseLogger
  private readonly base: FastifyBaseLogger
  private readonly lines = new LineCounts()
  /** Apart, because callers from many networks make as many kinds: they must not crowd out the lines of a failure. */
  private readonly callerLines = new LineCounts()
  private readonly timer: NodeJS.Timeout

  constructor(base: FastifyBaseLogger) {
    this.base = base
    this.log = this.limited(base)
    this.timer = setInterval(() => this.endMinute(), MINUTE_MS).unref()
  }

  /** Whether one more line of this kind, which names who calls, is to be written; it is counted in any case. */
  mayWrite(kind: string, max: number): boolean {
    return this.callerLines.count(kind, max)
  }

  /** Writes how many lines of each kind were only counted, and starts the next minute. */
  endMinute(): void {
    const counted = [...this.lines.endMinute(), ...this.callerLines.endMinute()]
    for (const more of counted) this.base.warn(more, 'more of these were counted')
  }

  close(): void {
    clearInterval(this.timer)
    this.endMinute()
  }

  private limited(log: FastifyBaseLogger): FastifyBaseLogger {
    const limited = Object.create(log) as FastifyBaseLogger
    for (const level of LEVELS) {
      limited[level] = (...line: [unknown, string?, ...unknown[]]) => {
        if (this.lines.count(kindOf(level, line), MAX_LINES_PER_KIND)) log[level](...line)
      }
    }
    limited.child = (...args) => this.limited(log.child(...args))
    return limited
  }
}
