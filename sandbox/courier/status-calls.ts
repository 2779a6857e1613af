import type { FastifyBaseLogger } from 'fastify'

import type { CourierDelivery, CourierSandboxDb } from '#sandbox/courier/courier-database.ts'

import { retrySeconds } from '#sandbox/event-retry-times.ts'

const BATCH = 64
const LEASE_MS = 15_000
const RETRY_AFTER_FAULT_MS = 1000
const LONGEST_SLEEP_MS = 30_000
/** The service waits this long for a 2xx before it counts a status call as failed. */
const ANSWER_WITHIN_MS = 5000

interface StatusCalls {
  db: CourierSandboxDb
  /** Asked at each delivery. */
  webhookUrl: () => string
  webhookSecret: string
  log: FastifyBaseLogger
}

const inMs = (ms: number) => new Date(Date.now() + ms)

async function claim(db: CourierSandboxDb): Promise<CourierDelivery[]> {
  const claimed = await db
    .with('due', (query) =>
      query
        .selectFrom('sandboxCourierEvents')
        .select('id as dueId')
        .where('nextAttemptAt', '<=', new Date())
        .orderBy('nextAttemptAt')
        .orderBy('id')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('sandboxCourierEvents')
    .from('due')
    .set((row) => ({ attempts: row('sandboxCourierEvents.attempts', '+', 1), nextAttemptAt: inMs(LEASE_MS) }))
    .whereRef('sandboxCourierEvents.id', '=', 'due.dueId')
    .returningAll('sandboxCourierEvents')
    .execute()
  return claimed.toSorted((one, other) => one.id - other.id)
}

/** Sends one status call; true when the shop acknowledged it. Never throws. */
async function deliver({ webhookUrl, webhookSecret }: StatusCalls, body: string, stopping: AbortSignal) {
  try {
    const response = await fetch(webhookUrl(), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': webhookSecret },
      body,
      redirect: 'error',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}

async function deliverDue(work: StatusCalls, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const due = await claim(work.db)
    const done: number[] = []
    await Promise.all(
      due.map(async ({ id, attempts, body }) => {
        if (await deliver(work, body, stopping)) return void done.push(id)
        const waitSeconds = stopping.aborted ? 0 : retrySeconds(attempts)
        const nextAttemptAt = waitSeconds === undefined ? null : inMs(waitSeconds * 1000)
        await work.db.updateTable('sandboxCourierEvents').set({ nextAttemptAt }).where('id', '=', id).execute()
      }),
    )
    if (done.length > 0) {
      const delivered = { deliveredAt: new Date(), nextAttemptAt: null }
      await work.db.updateTable('sandboxCourierEvents').set(delivered).where('id', 'in', done).execute()
    }
    if (due.length < BATCH) return
  }
}

const findNextDue = async (db: CourierSandboxDb) =>
  (
    await db
      .selectFrom('sandboxCourierEvents')
      .select((row) => row.fn.min('nextAttemptAt').as('at'))
      .executeTakeFirst()
  )?.at

/** Sends the status calls that are due, then sleeps until the next one is, at most half a minute. */
export function createStatusCalls(work: StatusCalls) {
  const stopping = new AbortController()
  let hasStarted = false
  let mustRunAgain = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function sleep(ms: number): void {
    if (!stopping.signal.aborted) timer = setTimeout(wake, ms).unref()
  }

  async function run(): Promise<void> {
    try {
      do {
        mustRunAgain = false
        await deliverDue(work, stopping.signal)
      } while (mustRunAgain && !stopping.signal.aborted)
      const due = await findNextDue(work.db)
      const waitMs = due ? due.getTime() - Date.now() : LONGEST_SLEEP_MS
      sleep(Math.min(Math.max(waitMs, 1), LONGEST_SLEEP_MS))
    } catch (error) {
      if (!stopping.signal.aborted) {
        work.log.error({ err: error }, 'the sandbox courier could not send its status calls')
      }
      sleep(RETRY_AFTER_FAULT_MS)
    }
  }

  function wake(): void {
    if (!hasStarted || stopping.signal.aborted) return
    mustRunAgain = true
    if (running) return
    clearTimeout(timer)
    running = run().finally(() => {
      running = undefined
      if (mustRunAgain) wake()
    })
  }

  return {
    start() {
      hasStarted = true
      wake()
    },
    /** Looks at once for what is due. Does nothing before `start`. */
    wake,
    /** Aborts running deliveries; the next start repeats them. Resolves when nothing runs any more. */
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
