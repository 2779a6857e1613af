interface JobRun {
  runs: number
  failures: number
  /** When it last ended well, or was started for the first time; by `performance.now()`. */
  wellAt: number
}

/** How the background jobs of this process are doing. */
export class JobRunCounts {
  private readonly jobs = new Map<string, JobRun>()

  begin(name: string): void {
    if (!this.jobs.has(name)) this.jobs.set(name, { runs: 0, failures: 0, wellAt: performance.now() })
  }

  end(name: string, isWell: boolean): void {
    const job = this.jobs.get(name)
    if (!job) return
    job.runs += 1
    if (isWell) job.wellAt = performance.now()
    else job.failures += 1
  }

  /** Each job with the seconds since it last ended well, or was started for the first time. */
  list(): { name: string; runs: number; failures: number; ageSeconds: number }[] {
    return [...this.jobs].map(([name, { wellAt, ...job }]) => ({
      name,
      ...job,
      ageSeconds: (performance.now() - wellAt) / 1000,
    }))
  }
}
