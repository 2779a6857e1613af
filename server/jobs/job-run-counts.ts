interface JobRun {
  runs: number
  failures: number
  /** When it last ended well, or was started for the first time; by `performance.now()`. */
  wellAt: number
  isRunning: boolean
}

/** How the background jobs of this process are doing. */
export class JobRunCounts {
  private readonly jobs = new Map<string, JobRun>()

  begin(name: string): void {
    const job = this.jobs.get(name)
    if (job) job.isRunning = true
    else this.jobs.set(name, { runs: 0, failures: 0, wellAt: performance.now(), isRunning: true })
  }

  end(name: string, isWell: boolean): void {
    const job = this.jobs.get(name)
    if (!job) return
    job.isRunning = false
    job.runs += 1
    if (isWell) job.wellAt = performance.now()
    else job.failures += 1
  }

  /** Each job with the seconds since it last ended well. One that runs for as long as the shop does has no such age. */
  list(): { name: string; runs: number; failures: number; isRunning: boolean; ageSeconds: number }[] {
    return [...this.jobs].map(([name, { wellAt, ...job }]) => ({
      name,
      ...job,
      ageSeconds: (performance.now() - wellAt) / 1000,
    }))
  }
}
