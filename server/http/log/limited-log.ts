import type { FastifyBaseLogger } from 'fastify'

import { MINUTE_MS } from '#contract/units/time-units.ts'
import { LineCounts } from '#server/http/log/line-counts.ts'

/** Lines of one kind that are written whole within a minute; a kind is a level, a message and a route. */
const MAX_LINES_PER_KIND = 5
const VERBOSE_LEVELS = new Set(['debug', 'trace'])

type Level = 'info' | 'warn' | 'error'
type Line = [unknown, string?, ...unknown[]]

function kindOf(level: Level, [first, second]: readonly unknown[]): string {
  const route = typeof first === 'object' && first !== null && 'route' in first ? first.route : undefined
  const message = typeof first === 'string' ? first : second
  return [level, message, route].filter((part) => typeof part === 'string').join(' ')
}

/**
 * A log of which only so many lines of a kind are written. Most requests write none, so the log that names theirs is
 * made when it is needed.
 */
class LimitedLogger implements FastifyBaseLogger {
  private readonly lines: LineCounts
  private readonly make: () => FastifyBaseLogger
  private readonly isVerbose: boolean
  private made: FastifyBaseLogger | undefined
  readonly level: string

  constructor(lines: LineCounts, level: string, make: () => FastifyBaseLogger) {
    this.lines = lines
    this.level = level
    this.make = make
    this.isVerbose = VERBOSE_LEVELS.has(level)
  }

  info(...line: Line): void {
    this.write('info', line)
  }

  warn(...line: Line): void {
    this.write('warn', line)
  }

  error(...line: Line): void {
    this.write('error', line)
  }

  fatal(...line: Line): void {
    this.log.fatal(...line)
  }

  debug(...line: Line): void {
    if (this.isVerbose) this.log.debug(...line)
  }

  trace(...line: Line): void {
    if (this.isVerbose) this.log.trace(...line)
  }

  silent(): void {}

  child(...inputs: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return new LimitedLogger(this.lines, this.level, () => this.log.child(...inputs))
  }

  private get log(): FastifyBaseLogger {
    return (this.made ??= this.make())
  }

  private write(level: Level, line: Line): void {
    if (this.lines.count(kindOf(level, line), MAX_LINES_PER_KIND)) this.log[level](...line)
  }
}

/**
 * The log for everything that a request can cause. Each kind of line has a few lines a minute and, at the end of the
 * minute, one line with the number of its others. Failures of money are written to the shop's own log, which loses
 * none. What a line leaves out is `REDACTED_LOG_FIELDS` (`server/start/main.ts`).
 */
export class LimitedLog {
  readonly log: FastifyBaseLogger
  private readonly base: FastifyBaseLogger
  private readonly lines = new LineCounts()
  /** Apart, because callers from many networks make as many kinds: they must not crowd out the lines of a failure. */
  private readonly callerLines = new LineCounts()
  private readonly timer: NodeJS.Timeout

  constructor(base: FastifyBaseLogger) {
    this.base = base
    this.log = new LimitedLogger(this.lines, base.level, () => base)
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
}
