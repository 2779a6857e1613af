import { unavailable } from '#server/errors.ts'

export interface EncodeQueue {
  /** Does `work` when its turn comes. Throws `unavailable` where too many wait already, and after `close`. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** Resolves when no work runs or waits. */
  idle(): Promise<void>
  /** Lets what runs end and turns away what waits. */
  close(): Promise<void>
}

const BUSY = 'Too many pictures are being prepared. Please try again in a moment.'

/** At most `atOnce` works run, the others wait in line; of those at most `waiting`, so that a flood cannot fill the memory. */
export function createEncodeQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): EncodeQueue {
  const line: PromiseWithResolvers<void>[] = []
  let running = 0
  let isClosed = false
  let rest = Promise.withResolvers<void>()

  const enter = async () => {
    if (isClosed || line.length >= waiting) throw unavailable(BUSY)
    if (running < atOnce) {
      if (running === 0) rest = Promise.withResolvers<void>()
      running++
      return
    }
    const turn = Promise.withResolvers<void>()
    line.push(turn)
    await turn.promise
  }

  const leave = () => {
    const next = line.shift()
    if (next) return next.resolve()
    running--
    if (running === 0) rest.resolve()
  }

  const idle = async (): Promise<void> => {
    if (running === 0) return
    await rest.promise
    return idle()
  }

  return {
    idle,
    async run(work) {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
    async close() {
      isClosed = true
      for (const turn of line.splice(0)) turn.reject(unavailable(BUSY))
      await idle()
    },
  }
}
