/** Counts what each caller has at once of something that all share, so that nobody takes all of it. */
export class Shares {
  private readonly max: number
  private readonly taken = new Map<string, number>()

  constructor(max: number) {
    this.max = max
  }

  /** Runs `work`, or throws what `rejection` makes if this caller has its whole share already. */
  async run<Result>(caller: string, work: () => Promise<Result>, rejection: () => Error): Promise<Result> {
    const taken = this.taken.get(caller) ?? 0
    if (taken >= this.max) throw rejection()
    this.taken.set(caller, taken + 1)
    try {
      return await work()
    } finally {
      const left = (this.taken.get(caller) ?? 1) - 1
      if (left > 0) this.taken.set(caller, left)
      else this.taken.delete(caller)
    }
  }
}
