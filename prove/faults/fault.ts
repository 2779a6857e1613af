/** One thing that must be seen while or after something goes wrong, and what was seen. */
export interface Finding {
  what: string
  seen: string
  isMet: boolean
}

/** Findings; or, where this machine cannot play the fault, the reason. */
type Outcome = Finding[] | { notRun: string }

export interface Fault {
  /** The fault's name on the command line. */
  name: string
  /** What goes wrong, in a few words. */
  title: string
  run(say: (line: string) => void): Promise<Outcome>
}

/** A finding about a time in milliseconds. */
export const within = (what: string, ms: number, limitMs: number): Finding => ({
  what: `${what} within ${limitMs / 1000} s`,
  seen: Number.isFinite(ms) ? `${(ms / 1000).toFixed(2)} s` : 'never',
  isMet: ms <= limitMs,
})

/** A finding that there are none of these; the first few that there are are named. */
export const none = (what: string, found: readonly string[]): Finding => ({
  what: `no ${what}`,
  seen: found.length === 0 ? '0' : `${found.length}: ${found.slice(0, 5).join('; ')}`,
  isMet: found.length === 0,
})

export const finding = (what: string, seen: string | number, isMet: boolean): Finding => ({
  what,
  seen: String(seen),
  isMet,
})
