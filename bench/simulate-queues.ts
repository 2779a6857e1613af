import type { Random } from '#prove/random.ts'

import { percentile } from './figures.ts'

/** What a visitor does: `page` is one that was shown before, `made` one that an order has outdated since. */
export type Kind = 'page' | 'made' | 'cart' | 'purchase'

/** What one call costs, in milliseconds. */
export interface Cost {
  /** Processor time in each part. */
  client: number
  web: number
  database: number
  /** How long the threads of single calls waited for a core that another program had; whoever comes meanwhile waits too. */
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
  /** Cores that all of these, the visitors and other programs share. Undefined: each process has one; visitors need none. */
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
  /** Calls that the shop turned away. */
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
  private head = 0
  constructor(places: number) {
    this.free = places
  }
  /** `wasIdle`: nobody was being served just before. */
  enter(then: (wasIdle: boolean) => void): void {
    if (this.free === 0) return void this.waiting.push(then)
    this.free -= 1
    then(true)
  }
  leave(): void {
    const next = this.waiting[this.head]
    if (!next) return void (this.free += 1)
    this.head += 1
    if (this.head > 1000) {
      this.waiting.splice(0, this.head)
      this.head = 0
    }
    next(false)
  }
}

/** The events to come, by time. */
class Agenda {
  /** Sorted by time; the next event is the last entry. */
  private readonly entries: { at: number; act: () => void }[] = []
  now = 0
  after(ms: number, act: () => void): void {
    const at = this.now + ms
    let [low, high] = [0, this.entries.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.entries[middle]?.at ?? 0) > at) low = middle + 1
      else high = middle
    }
    this.entries.splice(low, 0, { at, act })
  }
  /** Plays events until that time, or until none is left. */
  playUntil(end: number): void {
    for (let next = this.entries.pop(); next && next.at < end; next = this.entries.pop()) {
      this.now = next.at
      next.act()
    }
    this.now = end
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
 * Plays a sale by discrete events. Visitors come at random (Poisson). Each call works in a process, waits for a connection, a
 * core of the database and the disk, and works in the process again. Every burst of work is random (exponential) around what
 * was measured.
 */
export function simulate({ site, times, visitorsASecond, seconds, products, thinkMs, random }: Sale): Outcome {
  const agenda = new Agenda()
  const cores = new Station(site.sharedCores ?? Infinity)
  const client = new Station(1)
  const database = new Station(site.databaseCores)
  const processes = Array.from({ length: site.processes }, () => {
    return { thread: new Station(1), pool: new Station(site.connections), outdated: new Set<number>() }
  })
  const worked = { client: 0, web: 0, database: 0 }
  const outcome: Outcome = {
    answers: 0,
    purchases: 0,
    rejected: 0,
    webBusy: 0,
    databaseBusy: 0,
    timesMs: { page: [], made: [], cart: [], purchase: [] },
  }
  const endMs = seconds * 1000
  const about = (mean: number) => -Math.log(1 - random.next()) * mean

  function work(part: keyof typeof worked, station: Station, meanMs: number, waitMs: number, then: () => void): void {
    if (meanMs <= 0) return then()
    const begin = () =>
      cores.enter(() => {
        const ms = about(meanMs)
        worked[part] += ms
        agenda.after(ms, () => {
          cores.leave()
          station.leave()
          then()
        })
      })
    // A thread waits for a core when it wakes up, and then serves all who have come meanwhile.
    station.enter((wasIdle) => (wasIdle && waitMs > 0 ? agenda.after(waitMs, begin) : begin()))
  }

  /** The two bursts of a call together wait as long as one of the measured calls did. */
  const waitOfBurst = (waits: readonly number[]) =>
    site.sharedCores === undefined || waits.length === 0 ? 0 : random.pick(waits) / 2

  function call(kind: Kind, { thread, pool }: (typeof processes)[number], then: () => void): void {
    const { client: clientMs, web, database: databaseMs, coreWaits, rest } = times[kind]
    const [clientWait, webWait] = [waitOfBurst(coreWaits.client), waitOfBurst(coreWaits.web)]
    const sendMs = site.sharedCores === undefined ? 0 : clientMs / 2
    let begunAt = agenda.now
    const answered = () => {
      outcome.answers += 1
      outcome.timesMs[kind].push(agenda.now - begunAt)
      then()
    }
    const answer = () =>
      work('web', thread, web / 2, webWait, () => work('client', client, sendMs, clientWait, answered))
    const ask = () => {
      if (databaseMs <= 0) return agenda.after(about(rest), answer)
      pool.enter(() =>
        work('database', database, databaseMs, 0, () =>
          agenda.after(about(rest), () => {
            pool.leave()
            answer()
          }),
        ),
      )
    }
    work('client', client, sendMs, clientWait, () => {
      // As in the played sale: until it is sent, a call waits for the visitors' program, not for the shop.
      begunAt = agenda.now
      work('web', thread, web / 2, webWait, ask)
    })
  }

  function visit(steps: readonly Step[], mine: (typeof processes)[number], place = 0): void {
    const step = steps[place]
    if (!step) return
    agenda.after(step.pauseMs, () => {
      const isMade = step.kind === 'page' && mine.outdated.delete(step.product)
      call(isMade ? 'made' : step.kind, mine, () => {
        if (step.kind === 'purchase' && place === steps.length - 1) {
          outcome.purchases += 1
          for (const { outdated } of processes) outdated.add(step.product)
        }
        visit(steps, mine, place + 1)
      })
    })
  }

  function arrive(): void {
    visit(visitOf(random, products, thinkMs), random.pick(processes))
    const pauseMs = about(1000 / visitorsASecond)
    agenda.after(pauseMs, arrive)
  }
  arrive()
  agenda.playUntil(endMs)
  outcome.answers /= seconds
  outcome.purchases /= seconds
  outcome.webBusy = worked.web / endMs / site.processes
  outcome.databaseBusy = worked.database / endMs / site.databaseCores
  return outcome
}

/** The time below which a share of the answers of these kinds lies. */
export const shareMs = ({ timesMs }: Pick<Outcome, 'timesMs'>, kinds: readonly Kind[], share: number): number =>
  percentile(
    kinds.flatMap((kind) => timesMs[kind]),
    share,
  )
