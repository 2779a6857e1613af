import type { Writable } from 'node:stream'

import type { AdminEvent } from '#contract/admin-events.ts'
import type { Shop } from '#server/shop.ts'

import { ADMIN_EVENTS } from '#contract/admin-events.ts'
import { ADMIN_CHANNEL, watchAdminEvents } from '#server/events/queries.ts'
import { mergeEvents, readAdminEvent } from '#server/events/event-payload.ts'

/** Shorter than the time after which the server, or a proxy before it, takes a silent connection for dead. */
const HEARTBEAT_MS = 15_000
const WATCH_SECONDS = 60
/** So long news are gathered: an import of a thousand products is one message, not a thousand. */
const GATHER_MS = 250
const RECONNECT_MS = 3000
/** Whoever does not read so much is gone or too slow; it connects again by itself. */
const MOST_UNREAD_BYTES = 64 * 1024

interface Reader {
  stream: Writable
  isAllowed: () => Promise<boolean>
}

const message = (event: string, told: unknown) => `event: ${event}\ndata: ${JSON.stringify(told)}\n\n`

/**
 * Tells the administrators who are looking at a list what changes, here or in another process. Nothing is listened to,
 * and the database announces nothing, while nobody looks.
 */
export class AdminEvents {
  private readonly shop: Pick<Shop, 'db' | 'database' | 'log'>
  private readonly readers = new Set<Reader>()
  private news: AdminEvent[] = []
  private gathering: NodeJS.Timeout | undefined
  private beating: NodeJS.Timeout | undefined
  private listening: Promise<() => Promise<void>> | undefined
  private resting: Promise<void> = Promise.resolve()
  private opening = 0
  private isClosed = false

  private readonly beatMs: number

  constructor(shop: Pick<Shop, 'db' | 'database' | 'log'>, beatMs = HEARTBEAT_MS) {
    this.shop = shop
    this.beatMs = beatMs
  }

  /** Readers, with those who are still being let in. */
  get size(): number {
    return this.readers.size + this.opening
  }

  /**
   * Tells `stream` the news until it is closed, or until `isAllowed` says no. The first line is written when nothing is
   * missed from then on, and the answer's head with it. A desk that closes ends it instead.
   */
  async add(reader: Reader): Promise<void> {
    if (this.isClosed) return void reader.stream.end()
    this.opening++
    this.beating ??= setInterval(() => void this.beat(), this.beatMs).unref()
    try {
      await this.listen()
      await watchAdminEvents(this.shop.db, WATCH_SECONDS)
    } finally {
      this.opening--
    }
    if (this.isClosed) return void reader.stream.end()
    if (reader.stream.destroyed) return
    this.readers.add(reader)
    reader.stream.once('close', () => this.readers.delete(reader))
    reader.stream.write(`retry: ${RECONNECT_MS}\n\n`)
  }

  /** Ends every stream, so that the server need not wait for them, and stops listening; whoever comes later is sent away. */
  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.gathering)
    for (const { stream } of this.readers) stream.end()
    this.readers.clear()
    this.rest()
    await this.resting
  }

  /** Ends the connection; whoever comes next opens another. */
  private rest(): void {
    clearInterval(this.beating)
    this.beating = undefined
    const { listening, resting } = this
    this.listening = undefined
    const end = async () => {
      const stop = await listening?.catch(() => undefined)
      await resting
      await stop?.()
    }
    this.resting = end().catch((err: unknown) => {
      this.shop.log.warn({ err }, 'the connection for the administrators’ news did not end well')
    })
  }

  /** One connection for all, which stays whatever else fails; only one that was refused is asked for again. */
  private async listen(): Promise<void> {
    const listening = (this.listening ??= this.shop.database.listen(ADMIN_CHANNEL, (payload) => this.hear(payload)))
    try {
      await listening
    } catch (error) {
      if (this.listening === listening) this.listening = undefined
      throw error
    }
  }

  private hear(payload: string): void {
    if (this.readers.size === 0) return
    // An empty one says that the connection was lost and something may have been missed.
    if (payload === '') return void this.tell(message(ADMIN_EVENTS.missed, {}))
    const news = readAdminEvent(payload)
    if (!news) return
    this.news.push(news)
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined
      const told = mergeEvents(this.news)
      this.news = []
      void this.tell(told.map((one) => message(ADMIN_EVENTS.news, one)).join(''))
    }, GATHER_MS).unref()
  }

  private async beat(): Promise<void> {
    // Not at once when the last one leaves: a screen that is changed leaves and comes back.
    if (this.size === 0) return this.rest()
    try {
      await watchAdminEvents(this.shop.db, WATCH_SECONDS)
    } catch (err) {
      this.shop.log.warn({ err }, 'the administrators’ lists are not told what changes')
    }
    await this.tell(': still here\n\n')
  }

  /** Writes to everybody whose session still stands, and shows the others out. */
  private async tell(text: string): Promise<void> {
    await Promise.all(
      [...this.readers].map(async ({ stream, isAllowed }) => {
        // A database that cannot be asked says nothing about the session: the next heartbeat asks again.
        const mayStay = await isAllowed().catch(() => undefined)
        if (mayStay === undefined) return
        if (!mayStay || stream.writableLength > MOST_UNREAD_BYTES) stream.end()
        else if (!stream.writableEnded && !stream.destroyed) stream.write(text)
      }),
    )
  }
}
