import type { Random } from '#prove/random.ts'

import { percentile } from './figures.ts'

/** What a visitor does: `page` is one that was shown before, `made` one that an order has outdated since. */
export type Kind = 'page' | 'made' | 'cart' | 'purchase'

/** Processor milliseconds of one call in each part, and `rest`: what it waits for the disk and for other programs. */
export type Times = Readonly<Record<Kind, Readonly<Record<'client' | 'web' | 'database' | 'rest', number>>>>

export interface Site {
  processes: number
  /** Connections that each process has to the database. */
  connections: number
  databaseCores: number
  /** How many cores all of these and the visitors share; undefined: each process has a core of its own, and visitors cost nothing. */
  sharedCores?: number
}

/** One step of a visit: how long the visitor waits before it, and what it asks for. */
export interface Step {
  pauseMs: number
  kind: Exclude<Kind, 'made'>
  product: number
}

export interface Outcome {
  /** A second. */
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
const PAGES_OF_A_VISIT = 4

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

/** Whoever waits first is served first. */
class Station {
  private free: number
  private readonly waiting: (() => void)[] = []
  private head = 0
  constructor(places: number) {
    this.free = places
  }
  enter(then: () => void): void {
    if (this.free === 0) return void this.waiting.push(then)
    this.free -= 1
    then()
  }
  leave(): void {
    const next = this.waiting[this.head]
    if (!next) return void (this.free += 1)
    this.head += 1
    if (this.head > 1000) {
      this.waiting.splice(0, this.head)
      this.head = 0
    }
    next()
  }
}

/** What happens when. */
class Agenda {
  /** The earliest last. */
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
  /** Goes on until then or until nothing is left to happen. */
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
 * Plays a sale by discrete events: visitors come at random (Poisson), each call works in a process, waits for a connection, a
 * core of the database and the disk, works in the process again, and every burst of work is random (exponential) around what was measured.
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

  function work(part: keyof typeof worked, station: Station, meanMs: number, then: () => void): void {
    if (meanMs <= 0) return then()
    station.enter(() =>
      cores.enter(() => {
        const ms = about(meanMs)
        worked[part] += ms
        agenda.after(ms, () => {
          cores.leave()
          station.leave()
          then()
        })
      }),
    )
  }

  function call(kind: Kind, { thread, pool }: (typeof processes)[number], then: () => void): void {
    const { client: clientMs, web, database: databaseMs, rest } = times[kind]
    const sendMs = site.sharedCores === undefined ? 0 : clientMs / 2
    const begunAt = agenda.now
    const answered = () => {
      outcome.answers += 1
      outcome.timesMs[kind].push(agenda.now - begunAt)
      then()
    }
    const answer = () => work('web', thread, web / 2, () => work('client', client, sendMs, answered))
    const ask = () => {
      if (databaseMs <= 0) return agenda.after(about(rest), answer)
      pool.enter(() =>
        work('database', database, databaseMs, () =>
          agenda.after(about(rest), () => {
            pool.leave()
            answer()
          }),
        ),
      )
    }
    work('client', client, sendMs, () => work('web', thread, web / 2, ask))
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
