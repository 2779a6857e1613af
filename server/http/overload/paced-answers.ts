import type { Network } from '#server/http/rate-limits/caller-networks.ts'

const TICK_MS = 50
/** How many answers one network gets in a tick, times its share. */
const A_TICK = 10
/** No answer waits longer, however many there are. */
const LONGEST_MS = 1000

interface Waiting {
  since: number
  answer: () => void
}

interface Line {
  share: number
  sent: number
  waiting: Waiting[]
}

/**
 * Sends answers that need no work: refusals and redirects. Whoever floods the shop asks again as soon as they are
 * answered, and two hundred of these answers make a turn of the event loop last as long as a page. So beyond two
 * hundred a second those of one network wait for the next tick. The connection that waits is there anyway.
 */
export class PacedAnswers {
  private readonly lines = new Map<string, Line>()
  private timer: NodeJS.Timeout | undefined

  /** Calls `answer` now or within a second. */
  send(networks: readonly Network[], answer: () => void): void {
    const lines = networks.map((network) => this.lineOf(network))
    const full = lines.find(({ sent, share }) => sent >= A_TICK * share)
    if (full) return void full.waiting.push({ since: performance.now(), answer })
    for (const line of lines) line.sent += 1
    answer()
  }

  private lineOf({ name, share }: Network): Line {
    const line = this.lines.get(name) ?? { share, sent: 0, waiting: [] }
    this.lines.set(name, line)
    this.timer ??= setInterval(() => this.tick(), TICK_MS)
    return line
  }

  private tick(): void {
    const longest = performance.now() - LONGEST_MS + TICK_MS
    for (const [name, line] of this.lines) {
      const { share, waiting } = line
      const young = waiting.findIndex(({ since }, index) => index >= A_TICK * share && since > longest)
      const due = waiting.splice(0, young === -1 ? waiting.length : young)
      for (const { answer } of due) answer()
      line.sent = due.length
      if (due.length === 0) this.lines.delete(name)
    }
    if (this.lines.size > 0) return
    clearInterval(this.timer)
    this.timer = undefined
  }
}
