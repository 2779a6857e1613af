import type { Tags } from '#server/cache/tags.ts'

/** A timer measures time by itself. If somebody sets the clock, that is noticed after so long. */
const LONGEST_WAIT_MS = 20_000

/** Outdates a tag at a moment of the clock, in milliseconds; of two moments for one tag the later call counts. */
export type OutdateLater = (tag: string, at: number) => void

/** Keeps no process alive. */
export function createOutdateLater({ outdate }: Pick<Tags, 'outdate'>): OutdateLater {
  const due = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  function outdateDue(): void {
    const now = Date.now()
    const over = [...due].flatMap(([tag, at]) => (at <= now ? tag : []))
    for (const tag of over) due.delete(tag)
    if (over.length > 0) outdate(...over)
    plan()
  }

  function plan(): void {
    clearTimeout(timer)
    if (due.size === 0) return
    const wait = Math.min(...due.values()) - Date.now()
    timer = setTimeout(outdateDue, Math.min(Math.max(wait, 0), LONGEST_WAIT_MS)).unref()
  }

  return (tag, at) => {
    due.set(tag, at)
    plan()
  }
}
