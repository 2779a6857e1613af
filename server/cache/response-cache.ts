import type { FastifyReply, FastifyRequest } from 'fastify'

import { createHash } from 'node:crypto'

import type { IsCurrent } from '#server/cache/catalogue-revision.ts'

import { isShopError } from '#contract/errors.ts'
import { AnswerBody, ENCODINGS, type Encoding } from '#server/cache/compressed-body.ts'
import { isConnectionFailure } from '#server/db/failures.ts'
import { TURNED_AWAY } from '#server/http/limiter.ts'

/** A finished answer: its bytes, and the headers that go with it. */
export interface FinishedAnswer {
  status: number
  headers: Record<string, string>
  body: AnswerBody
  etag: string
}

/** Wraps a body with its ETag; compression happens at the first demand for each encoding, and once. */
export function finishAnswer(body: string | Buffer, headers: Record<string, string>, status = 200): FinishedAnswer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  return { status, headers, body: new AnswerBody(bytes), etag }
}

function chooseEncoding(accepted: string): Encoding | undefined {
  const usable = accepted
    .toLowerCase()
    .split(',')
    .map((part) => part.split(';').map((word) => word.trim()))
    .filter(([, ...parameters]) => !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)))
    .map(([name]) => name)
  return ENCODINGS.find((encoding) => usable.includes(encoding))
}

/** Browsers send few different ones, and each of them with every request. */
const chosen = new Map<string, Encoding | undefined>()
const MOST_CHOSEN = 100

/** The encoding to answer with, or undefined for none; an encoding with `q=0` is refused. */
export function chosenEncoding(accepted: string | undefined): Encoding | undefined {
  if (!accepted) return undefined
  if (chosen.has(accepted)) return chosen.get(accepted)
  const encoding = chooseEncoding(accepted)
  if (chosen.size < MOST_CHOSEN) chosen.set(accepted, encoding)
  return encoding
}

/** What `Vary` must say when this header of the request changes the answer too, besides `Origin`, which decides who may read it. */
export function varyBy(reply: FastifyReply, name: string): string {
  const before = reply.getHeader('vary')
  return before === undefined ? name : `${String(before).toLowerCase()}, ${name}`
}

/**
 * Sends a finished answer: 304 where the client has it already, else compressed as the client accepts. With `isCurrent`
 * it is for everyone, and goes out by the server's shortcut from then on, for as long as that says so.
 */
export async function sendFinished(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FinishedAnswer,
  isCurrent?: IsCurrent,
): Promise<FastifyReply> {
  reply.headers(answer.headers).header('etag', answer.etag).header('vary', varyBy(reply, 'accept-encoding'))
  // What is outdated already is for nobody to keep.
  if (isCurrent && !isCurrent()) reply.header('cache-control', 'no-store').removeHeader('cdn-cache-control')
  if (request.headers['if-none-match']?.includes(answer.etag) && answer.status === 200) {
    if (isCurrent) request.server.shortcut.keep(request, reply, undefined, isCurrent)
    return reply.code(304).send()
  }
  const encoding = answer.body.isWorthCompressing ? chosenEncoding(request.headers['accept-encoding']) : undefined
  reply.code(answer.status)
  if (encoding) reply.header('content-encoding', encoding)
  const body = await answer.body.read(encoding)
  if (isCurrent && answer.status === 200) request.server.shortcut.keep(request, reply, body, isCurrent)
  return reply.send(body)
}

/** A finished answer that is good for as long as `isCurrent` says so. */
export interface KeptAnswer {
  answer: FinishedAnswer
  isCurrent: IsCurrent
  /** What a page that is made from it shows of the stock. */
  shownOnPage?: readonly string[]
}

/** So long a new answer may take where an outdated one is at hand: far longer than any takes while all is well. */
const PATIENCE_MS = 4000

/** Somebody who was turned away from a crowd is told so: the database answers, and what is old may be wrong. */
const isCutOff = (error: unknown) =>
  isConnectionFailure(error) || (isShopError(error) && error.code === 'unavailable' && error.cause !== TURNED_AWAY)

/** While the database cannot be asked, what was shown last is better than nothing. */
async function orOutdated(
  making: Promise<KeptAnswer | undefined>,
  outdated: KeptAnswer,
): Promise<KeptAnswer | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<KeptAnswer>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, outdated).unref()
  })
  try {
    return await Promise.race([making, late])
  } catch (error) {
    if (isCutOff(error)) return outdated
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** What an answer takes beside its body: its headers and its place. */
const ENTRY_BYTES = 4096

interface Entry {
  making: Promise<KeptAnswer | undefined>
  /** There once it is made. */
  kept?: KeptAnswer
  bytes: number
}

/**
 * Finished answers by key, each for as long as it is current. Concurrent misses of one key share one making. Bounded by
 * bytes: the one that was used least recently goes first.
 */
export class AnswerCache {
  private readonly entries = new Map<string, Entry>()
  private bytes = 0
  private readonly maxBytes: number

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  /**
   * The answer under this key, made now if need be, and never one that was outdated when it was asked for, except while
   * the database cannot be asked: then the last one that there was. `make` answers undefined for what must not be kept.
   */
  async get(key: string, make: () => Promise<KeptAnswer | undefined>): Promise<KeptAnswer | undefined> {
    let outdated: KeptAnswer | undefined
    for (let waits = 0; waits < 2; waits++) {
      const known = this.entries.get(key)
      outdated = known?.kept
      if (!known || (known.kept && !known.kept.isCurrent())) break
      if (known.kept) this.touch(key, known)
      const kept = known.kept ?? (await known.making)
      // What is waited for a second time was begun after this was asked.
      if (!kept || waits > 0 || kept.isCurrent()) return kept
    }
    return this.make(key, make, outdated)
  }

  private async make(
    key: string,
    make: () => Promise<KeptAnswer | undefined>,
    outdated: KeptAnswer | undefined,
  ): Promise<KeptAnswer | undefined> {
    this.forget(key)
    const entry: Entry = { making: outdated ? orOutdated(make(), outdated) : make(), bytes: 0 }
    this.entries.set(key, entry)
    try {
      const kept = await entry.making
      if (this.entries.get(key) === entry) this.weigh(key, entry, kept)
      return kept
    } catch (error) {
      if (this.entries.get(key) === entry) this.forget(key)
      throw error
    }
  }

  private touch(key: string, entry: Entry): void {
    this.entries.delete(key)
    this.entries.set(key, entry)
  }

  private weigh(key: string, entry: Entry, kept: KeptAnswer | undefined): void {
    if (!kept) return this.forget(key)
    entry.kept = kept
    for (const [other, one] of this.entries) if (one.kept) this.reckon(other, one)
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= this.maxBytes) return
      this.forget(oldest)
    }
  }

  /** Answers are lighter once they were asked for compressed, and heavier by each further encoding. */
  private reckon(key: string, entry: Entry): void {
    const bytes = (entry.kept?.answer.body.heldBytes ?? 0) + key.length + ENTRY_BYTES
    this.bytes += bytes - entry.bytes
    entry.bytes = bytes
  }

  private forget(key: string): void {
    const entry = this.entries.get(key)
    if (!entry) return
    this.entries.delete(key)
    this.bytes -= entry.bytes
  }
}
