import { bisector, quantile } from 'd3-array'

import type { Random } from '#prove/random.ts'

/** What a visitor does: `page` is one that was shown before, `made` one that an order has outdated since. */
export type Kind = 'page' | 'made' | 'cart' | 'purchase'

/** What one call costs, in milliseconds. */
export interface Cost {
  /** Processor time in each part. */
  client: number
  web: number
  database: number
  /**
   * How long the threads of single calls waited for a core that another program had; whoever comes meanwhile waits too.
   */
  coreWaits: Readonly<Record<'client' | 'web', readonly number[]>>
  /** All other waiting: for the disk, for the kernel, and of the database for a core. */
  rest: number
}

export type Times = Readonly<Record<Kind, Cost>>

export interface Site {
  processes: number
  /** Connections that each process has to the database. */
  connections: number
  databaseCores: number
  /**
   * Cores that all of these, the visitors and other programs share. Undefined: each process has one; visitors need
   * none.
   */
  sharedCores?: number
}

/** One step of a visit: how long the visitor waits before it, and what it asks for. */
export interface Step {
  pauseMs: number
  kind: Exclude<Kind, 'made'>
  product: number
}

export interface Outcome {
  /** Per second. */
  answers: number
  purchases: number
  /** Calls that the shop rejected. */
  rejected: number
  /** Share of the time in which a process, and a core of the database, was at work. */
  webBusy: number
  databaseBusy: number
  timesMs: Record<Kind, number[]>
}

export const CALLS_OF_A_PURCHASE = 6
export const PAGES_OF_A_VISIT = 4

/** What one visitor does: four pages with a product among them twice; a fifth have a cart; two of a hundred buy. */
export function visitOf(random: Random, products: number, thinkMs: number): Step[] {
  const pause = () => 2 * thinkMs * random.next()
  const product = () => random.between(0, products - 1)
  const pages = Array.from({ length: PAGES_OF_A_VISIT }, (_, place): Step => {
    return { pauseMs: place === 0 ? 0 : pause(), kind: 'page', product: place < 2 ? -1 : product() }
  })
  const cart: Step[] = random.is(0.2) ? [{ pauseMs: 0, kind: 'cart', product: -1 }] : []
  const isBuyer = random.is(0.02)
  const bought = product()
  const buying = Array.from({ length: isBuyer ? CALLS_OF_A_PURCHASE : 0 }, (_, place): Step => {
    return { pauseMs: place === 0 ? pause() : 0, kind: 'purchase', product: bought }
  })
  return [...pages, ...cart, ...buying]
}

/** A queue: the first to wait is served first. */
class Station {
  private free: number
  private readonly waiting: ((wasIdle: boolean) => void)[] = []
  constructor(places: number) {
    this.free = places
  }
  /** Resolves to true if nobody was served just before. */
  async enter(): Promise<boolean> {
    if (this.free === 0) return new Promise((resolve) => this.waiting.push(resolve))
    this.free -= 1
    return true
  }
  leave(): void {
    const waiting = this.waiting.shift()
    if (waiting) waiting(false)
    else this.free += 1
  }
}

const latestFirst = bisector(({ at }: { at: number }) => -at)

/** A clock that goes from event to event. */
class Clock {
  /** The next event is the last entry. */
  private readonly events: { at: number; happen: () => void }[] = []
  now = 0
  async after(ms: number): Promise<void> {
    if (ms <= 0) return
    const at = this.now + ms
    await new Promise<void>((happen) => this.events.splice(latestFirst.left(this.events, -at), 0, { at, happen }))
  }
  /** Plays events until that time. */
  async playUntil(end: number): Promise<void> {
    for (let event = this.events.pop(); event && event.at < end; event = this.events.pop()) {
      this.now = event.at
      event.happen()
      // A tick comes after all promises: whoever waited for the event goes on before the next one happens.
      await new Promise<void>((resolve) => process.nextTick(resolve))
    }
  }
}

interface Sale {
  site: Site
  times: Times
  visitorsASecond: number
  seconds: number
  products: number
  thinkMs: number
  random: Random
}

/**
 * Plays a sale by discrete events. Visitors come at random (Poisson). Each call works in a process, waits for a
 * connection, a core of the database and the disk, and works in the process again. Every burst of work is random
 * (exponential) around what was measured.
 */
export async function simulate(sale: Sale): Promise<Outcome> {
  const { site, times, visitorsASecond, seconds, products, thinkMs, random } = sale
  const isShared = site.sharedCores !== undefined
  const clock = new Clock()
  const cores = new Station(site.sharedCores ?? Infinity)
  const client = new Station(1)
  const database = new Station(site.databaseCores)
  const processes = Array.from({ length: site.processes }, () => {
    return { thread: new Station(1), pool: new Station(site.connections), outdated: new Set<number>() }
  })
  const worked = { client: 0, web: 0, database: 0 }
  const timesMs: Outcome['timesMs'] = { page: [], made: [], cart: [], purchase: [] }
  let purchases = 0
  const about = (mean: number) => -Math.log(1 - random.next()) * mean

  async function work(part: keyof typeof worked, station: Station, meanMs: number, waitMs = 0): Promise<void> {
    if (meanMs <= 0) return
    // A thread waits for a core when it wakes up, and then serves all who have come meanwhile.
    const wasIdle = await station.enter()
    if (wasIdle && waitMs > 0) await clock.after(waitMs)
    await cores.enter()
    const ms = about(meanMs)
    worked[part] += ms
    await clock.after(ms)
    cores.leave()
    station.leave()
  }

  /** The two bursts of a call together wait as long as one of the measured calls did. */
  const waitOfBurst = (waits: readonly number[]) => (isShared && waits.length > 0 ? random.pick(waits) / 2 : 0)

  async function call(kind: Kind, { thread, pool }: (typeof processes)[number]): Promise<void> {
    const { client: clientMs, web, database: databaseMs, coreWaits, rest } = times[kind]
    const [clientWait, webWait] = [waitOfBurst(coreWaits.client), waitOfBurst(coreWaits.web)]
    const sendMs = isShared ? clientMs / 2 : 0
    await work('client', client, sendMs, clientWait)
    // As in the played sale: until it is sent, a call waits for the visitors' program, not for the shop.
    const begunAt = clock.now
    await work('web', thread, web / 2, webWait)
    if (databaseMs > 0) await pool.enter()
    await work('database', database, databaseMs)
    await clock.after(about(rest))
    if (databaseMs > 0) pool.leave()
    await work('web', thread, web / 2, webWait)
    await work('client', client, sendMs, clientWait)
    timesMs[kind].push(clock.now - begunAt)
  }

  async function visit(steps: readonly Step[], mine: (typeof processes)[number]): Promise<void> {
    for (const { pauseMs, kind, product } of steps) {
      await clock.after(pauseMs)
      await call(kind === 'page' && mine.outdated.delete(product) ? 'made' : kind, mine)
    }
    const last = steps.at(-1)
    if (last?.kind !== 'purchase') return
    purchases += 1
    for (const { outdated } of processes) outdated.add(last.product)
  }

  async function comeAtRandom(): Promise<never> {
    for (;;) {
      void visit(visitOf(random, products, thinkMs), random.pick(processes))
      await clock.after(about(1000 / visitorsASecond))
    }
  }
  void comeAtRandom()
  await clock.playUntil(seconds * 1000)
  return {
    answers: Object.values(timesMs).flat().length / seconds,
    purchases: purchases / seconds,
    rejected: 0,
    webBusy: worked.web / 1000 / seconds / site.processes,
    databaseBusy: worked.database / 1000 / seconds / site.databaseCores,
    timesMs,
  }
}

/** The time below which a share of the answers of these kinds lies. */
export const shareMs = ({ timesMs }: Pick<Outcome, 'timesMs'>, kinds: readonly Kind[], share: number): number =>
  quantile(
    kinds.flatMap((kind) => timesMs[kind]),
    share,
  ) ?? Number.NaN
