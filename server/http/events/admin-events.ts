import type { Writable } from 'node:stream'

import type { Shop } from '#server/start/shop.ts'

import { ADMIN_EVENTS, type AdminEvent } from '#contract/api/admin-events.ts'
import { ADMIN_CHANNEL, watchAdminEvents } from '#server/http/events/queries.ts'
import { mergeEvents, readAdminEvent } from '#server/http/events/event-payload.ts'

/** Shorter than the time after which the server, or a proxy before it, closes a silent connection. */
const HEARTBEAT_MS = 15_000
const WATCH_SECONDS = 60
/**
 * How long events are collected before they are sent: an import of a thousand products is one message, not a thousand.
 */
const COLLECT_MS = 250
const RECONNECT_MS = 3000
/** A reader that has not read this much is gone or too slow. It connects again by itself. */
const MAX_UNREAD_BYTES = 64 * 1024

/** Streams of all readers, of one network (/48, /24), and of one person: their windows. */
const MAX_READERS = 100
const MAX_PER_NETWORK = 20
const MAX_PER_PERSON = 3
/** A stream that made room for a newer one comes back so late that two windows do not take turns. */
const COME_BACK_MS = 60_000

interface Reader {
  stream: Writable
  isAllowed: () => Promise<boolean>
  /** Whose it is, in however many sessions. */
  person: string
  network: string
}

const message = (event: string, data: unknown) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/**
 * Sends administrators who look at a list the changes of this process and of all others. Without readers it has no
 * database connection, and the database publishes nothing.
 */
export class AdminEvents {
  private readonly shop: Pick<Shop, 'db' | 'database' | 'log'>
  private readonly heartbeatMs: number
  private readonly readers = new Set<Reader>()
  /** The readers, with those that are being added; the oldest first. */
  private readonly present = new Set<Reader>()
  private collected: AdminEvent[] = []
  private collecting: NodeJS.Timeout | undefined
  private heartbeat: NodeJS.Timeout | undefined
  private listening: Promise<() => Promise<void>> | undefined
  private stopping: Promise<void> = Promise.resolve()
  private isClosed = false

  constructor(shop: Pick<Shop, 'db' | 'database' | 'log'>, heartbeatMs = HEARTBEAT_MS) {
    this.shop = shop
    this.heartbeatMs = heartbeatMs
  }

  /** The number of readers, with those that are being added. */
  get size(): number {
    return this.present.size
  }

  /**
   * Whether one more reader has a place. One of a person who has their share takes the place of that person's oldest.
   */
  hasPlaceFor({ person, network }: Pick<Reader, 'person' | 'network'>): boolean {
    if (this.ofPerson(person).length >= MAX_PER_PERSON) return true
    const neighbours = [...this.present].filter((reader) => reader.network === network)
    return this.size < MAX_READERS && neighbours.length < MAX_PER_NETWORK
  }

  /**
   * Sends events to the stream until it is closed or `isAllowed` returns false. It writes the first line, and with it
   * the head of the response, as soon as no later event can be missed. After `close` it ends the stream instead. The
   * oldest stream of a person who has more than their share ends: whoever opens many windows looks at the newest.
   */
  async add(reader: Reader): Promise<void> {
    if (this.isClosed) return void reader.stream.end()
    for (const oldest of this.ofPerson(reader.person).slice(0, 1 - MAX_PER_PERSON)) this.dismiss(oldest)
    this.present.add(reader)
    this.heartbeat ??= setInterval(() => void this.beat(), this.heartbeatMs).unref()
    reader.stream.once('close', () => this.remove(reader))
    try {
      await this.listen()
      await watchAdminEvents(this.shop.db, WATCH_SECONDS)
    } catch (error) {
      this.remove(reader)
      throw error
    }
    if (this.isClosed) return void reader.stream.end()
    if (reader.stream.destroyed || reader.stream.writableEnded) return this.remove(reader)
    this.readers.add(reader)
    reader.stream.write(`retry: ${RECONNECT_MS}\n\n`)
  }

  private ofPerson(person: string): Reader[] {
    return [...this.present].filter((reader) => reader.person === person)
  }

  private dismiss(reader: Reader): void {
    this.remove(reader)
    reader.stream.end(`retry: ${COME_BACK_MS}\n\n`)
  }

  private remove(reader: Reader): void {
    this.present.delete(reader)
    this.readers.delete(reader)
  }

  /** Ends every stream, so that the server need not wait for them, and stops listening. */
  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.collecting)
    for (const { stream } of this.readers) stream.end()
    this.readers.clear()
    this.present.clear()
    this.stopListening()
    await this.stopping
  }

  /** Closes the database connection. The next reader opens another. */
  private stopListening(): void {
    clearInterval(this.heartbeat)
    this.heartbeat = undefined
    const { listening, stopping } = this
    this.listening = undefined
    const end = async () => {
      const stop = await listening?.catch(() => undefined)
      await stopping
      await stop?.()
    }
    this.stopping = end().catch((err: unknown) => {
      this.shop.log.warn({ err }, 'the connection for admin events did not close well')
    })
  }

  /** One connection serves all readers. If opening it fails, the next reader tries again. */
  private async listen(): Promise<void> {
    const listening = (this.listening ??= this.shop.database.listen(ADMIN_CHANNEL, (payload) => this.collect(payload)))
    try {
      await listening
    } catch (error) {
      if (this.listening === listening) this.listening = undefined
      throw error
    }
  }

  private collect(payload: string): void {
    if (this.readers.size === 0) return
    // An empty payload means that the connection was lost and events may have been missed.
    if (payload === '') return void this.send(message(ADMIN_EVENTS.missed, {}))
    const event = readAdminEvent(payload)
    if (!event) return
    this.collected.push(event)
    this.collecting ??= setTimeout(() => {
      this.collecting = undefined
      const events = mergeEvents(this.collected)
      this.collected = []
      void this.send(events.map((each) => message(ADMIN_EVENTS.news, each)).join(''))
    }, COLLECT_MS).unref()
  }

  private async beat(): Promise<void> {
    // Not as soon as the last reader leaves: an administrator who changes the screen leaves and comes back.
    if (this.size === 0) return this.stopListening()
    try {
      await watchAdminEvents(this.shop.db, WATCH_SECONDS)
    } catch (err) {
      this.shop.log.warn({ err }, 'the administrators’ lists are not told what changes')
    }
    await this.send(': still here\n\n')
  }

  /** Writes to every reader whose session is valid, and ends the streams of the others. */
  private async send(text: string): Promise<void> {
    await Promise.all(
      [...this.readers].map(async ({ stream, isAllowed }) => {
        // If the database does not answer, the session may be valid: the next heartbeat asks again.
        const mayStay = await isAllowed().catch(() => undefined)
        if (mayStay === undefined) return
        if (!mayStay || stream.writableLength > MAX_UNREAD_BYTES) stream.end()
        else if (!stream.writableEnded && !stream.destroyed) stream.write(text)
      }),
    )
  }
}
