import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import type { Shop } from '#server/start/shop.ts'

import type { VitalsReport } from '#contract/dashboard/vitals.ts'
import { readShopState, type ShopState } from '#server/http/metrics/metric-queries.ts'
import { limiterCounts } from '#server/http/overload/limiter-counts.ts'
import { shareNextRun } from '#server/db/share-next-run.ts'

const LATENCY_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
/** The public thresholds of the web vitals are among them. */
const PAGE_BUCKETS = [0.1, 0.2, 0.5, 0.8, 1.2, 1.8, 2.5, 3, 4, 8]
const SHIFT_BUCKETS = [0, 0.05, 0.1, 0.25, 0.5]
const DATABASE_TIMEOUT_MS = 2000

/**
 * Memory, processor, garbage collection, event loop delay: one for all shops of the process, made when it is first
 * asked for.
 */
let processMetrics: Registry | undefined

function ofProcess(): Registry {
  if (processMetrics) return processMetrics
  processMetrics = new Registry()
  collectDefaultMetrics({ register: processMetrics })
  return processMetrics
}

/** The numbers of this process and of the shop, in Prometheus' text form. */
export function createMetrics(shop: Shop) {
  const register = new Registry()
  const registers = [register]
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `selvedge_${name}`, help, labelNames, registers })
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `selvedge_${name}_total`, help, labelNames, registers })

  const requests = counter('http_requests', 'Requests from outside, by route', 'method', 'route', 'status')
  const seconds = new Histogram({
    name: 'selvedge_http_request_duration_seconds',
    help: 'Time to answer a request; answers from memory, which take microseconds, are not in it',
    labelNames: ['method', 'route'],
    buckets: LATENCY_BUCKETS,
    registers,
  })
  const pageSeconds = new Histogram({
    name: 'selvedge_web_vital_seconds',
    help: 'How fast pages were for visitors of this process: LCP, INP, FCP and TTFB',
    labelNames: ['vital', 'page', 'device'],
    buckets: PAGE_BUCKETS,
    registers,
  })
  const pageShifts = new Histogram({
    name: 'selvedge_layout_shift',
    help: 'How much of the window moved by itself for visitors of this process: CLS',
    labelNames: ['page', 'device'],
    buckets: SHIFT_BUCKETS,
    registers,
  })
  const cache = counter('cache_responses', 'Answers that are the same for everyone: from memory, or made', 'source')
  const limited = gauge('limiter_calls', 'Calls in a limiter now', 'limiter', 'state')
  const rejected = counter('limiter_rejected', 'Calls that a limiter rejected', 'limiter')
  const connections = gauge('database_connections', 'Connections to the database, and work that waits for one', 'state')
  const reads = counter(
    'database_reads',
    'Readings for lists and reports, by who answered, where there is a standby',
    'from',
  )
  const isUp = gauge('database_up', '1 if the database answers')
  const hasRoom = gauge('disk_has_room', '0 while no order is taken because the disk is nearly full')
  const jobRuns = counter('job_runs', 'Runs of background jobs in this process', 'name')
  const jobFailures = counter('job_failures', 'Runs of background jobs that failed', 'name')
  const jobAge = gauge('job_age_seconds', 'Time since a job of this process last ended well', 'name')
  const orders = gauge('orders', 'Orders by status', 'status')
  const payments = gauge('payments', 'Payments by status', 'status')
  const refunds = gauge('refunds', 'Refunds by status', 'status')
  const disputes = gauge('disputes_waiting', 'Disputes in which the bank wants evidence')
  const holds = gauge('holds', 'Checkouts that hold stock; overdue: should have been given back a minute ago', 'state')
  const webhooks = gauge('webhooks', 'Webhooks, by whether they take what they are told', 'state')
  const waiting = gauge('queue_waiting', 'What waits for a job', 'queue')
  const oldest = gauge('queue_oldest_seconds', 'How long the first of what is due has waited', 'queue')

  /** Undefined where the database does not answer. */
  let lastState: ShopState | undefined
  /** However many ask at once, they take one connection to the database and share what is read. */
  const readState = shareNextRun(async () => {
    const isReachable = await shop.database.isReachable(DATABASE_TIMEOUT_MS)
    lastState = isReachable ? await readShopState(shop.db).catch(() => undefined) : undefined
  })

  /** How many of the answers from memory `requests` has counted so far. */
  const counted = { early: 0, notModified: 0 }

  function writeProcess(): void {
    for (const one of [cache, rejected, reads, jobRuns, jobFailures]) one.reset()
    const { early, notModified, current, made } = shop.responses.counts
    const cached = { method: 'GET', route: '(from memory)' }
    requests.inc({ ...cached, status: '200' }, early - counted.early)
    requests.inc({ ...cached, status: '304' }, notModified - counted.notModified)
    Object.assign(counted, { early, notModified })
    cache.inc({ source: 'memory' }, early + notModified + current)
    cache.inc({ source: 'made' }, made)
    for (const [limiter, counts] of limiterCounts()) {
      limited.set({ limiter, state: 'running' }, counts.running)
      limited.set({ limiter, state: 'waiting' }, counts.waiting)
      rejected.inc({ limiter }, counts.rejected)
    }
    for (const [state, total] of Object.entries(shop.database.connections())) connections.set({ state }, total)
    const { reads: readCounts = () => ({}) } = shop.database
    for (const [from, total] of Object.entries<number>(readCounts())) reads.inc({ from }, total)
    hasRoom.set(shop.database.hasFreeSpace() ? 1 : 0)
    for (const { name, runs, failures, ageSeconds } of shop.jobRuns.list()) {
      jobRuns.inc({ name }, runs)
      jobFailures.inc({ name }, failures)
      jobAge.set({ name }, ageSeconds)
    }
  }

  function writeState(state: ShopState | undefined): void {
    isUp.set(state ? 1 : 0)
    for (const one of [orders, payments, refunds, holds, webhooks, waiting, oldest]) one.reset()
    if (!state) return
    for (const { state: status, count } of state.orders) orders.set({ status }, count)
    for (const { state: status, count } of state.payments) payments.set({ status }, count)
    for (const { state: status, count } of state.refunds) refunds.set({ status }, count)
    for (const { state: health, count } of state.webhooks) webhooks.set({ state: health }, count)
    disputes.set(state.disputesWaiting)
    holds.set({ state: 'open' }, state.holdsOpen)
    holds.set({ state: 'overdue' }, state.holdsOverdue)
    for (const { queue, ...queued } of state.queues) {
      waiting.set({ queue }, queued.waiting)
      oldest.set({ queue }, queued.oldestSeconds)
    }
  }

  return {
    type: register.contentType,
    /** Counts a request that was answered. */
    addRequest(method: string, route: string, status: number, milliseconds: number): void {
      requests.inc({ method, route, status: String(status) })
      seconds.observe({ method, route }, milliseconds / 1000)
    },
    /** Counts what a visitor's browser has measured. */
    addVisit({ page, device, values: { CLS, ...times } }: VitalsReport): void {
      for (const [vital, ms] of Object.entries(times)) pageSeconds.observe({ vital, page, device }, ms / 1000)
      if (CLS !== undefined) pageShifts.observe({ page, device }, CLS)
    },
    async text(): Promise<string> {
      await readState()
      writeProcess()
      writeState(lastState)
      return `${await register.metrics()}\n${await ofProcess().metrics()}`
    },
  }
}
