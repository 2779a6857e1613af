/**
 * Runs `work` one run at a time. A run that has begun may miss what a later caller needs, so that caller waits for the
 * next run, which all who wait share.
 */
export function shareNextRun(work: () => Promise<void>): () => Promise<void> {
  let current = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= current
      .catch(() => undefined)
      .then(() => {
        next = undefined
        current = work()
        return current
      })
    return next
  }
}
