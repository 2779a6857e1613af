import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage, ServerResponse } from 'node:http'

import { LRUCache } from 'lru-cache'
import { randomUUID } from 'node:crypto'

import type { Tags } from '#server/cache/tags.ts'

import { isShopError } from '#contract/api/errors.ts'
import { isConnectionFailure } from '#server/db/database-errors.ts'
import { REJECTED } from '#server/errors.ts'
import { hasClientCopy, sendCompressed, type CompressedResponse } from '#server/http/responses/compressed-response.ts'

/** Memory for cached responses. */
export const CACHE_BYTES = 32 * 1024 * 1024
/** While the database is away, an outdated response is sent after so long. */
const STALE_AFTER_MS = 4000
/** How many other spellings of addresses are remembered. */
const MAX_SPELLINGS = 2000
/** Headers and bookkeeping of an entry. */
const ENTRY_BYTES = 4096
const REQUEST_ID = 'x-request-id'

/** A response that is the same for everyone. */
export interface SharedResponse {
  response: CompressedResponse
  /** What it shows. Undefined for one that must not be cached, such as a 404. */
  tags: readonly string[] | undefined
  /** What a page shows that is made from it; the same unless said otherwise. */
  pageTags?: readonly string[]
  /** `Tags.now()` from before it was made. */
  since: number
}

interface Entry extends SharedResponse {
  tags: readonly string[]
  /** Every header with which the framework sent it, as names and values in turn. */
  sentHeaders?: string[]
  /** When it was last found to be current. */
  checkedAt: number
}

/** Makes a response. `isAwaited` tells whether anybody but the one who asked first waits for it. */
type Make = (isAwaited: () => boolean) => Promise<SharedResponse>

interface Making {
  since: number
  isAwaited: boolean
  done: Promise<SharedResponse>
}

/** The response depends on nothing but the address, the accepted encodings and what the client has already. */
const isPlainRead = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers.origin === undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined

/** Too much work is no reason to show old data: the database answers. Where nothing ends, it does not. */
const isDatabaseAway = (error: unknown): boolean =>
  isConnectionFailure(error) || (isShopError(error) && error.code === 'unavailable' && error.cause !== REJECTED)

/** The result of `making`, or `stale` while the database is away or does not answer. */
async function orStale<Response>(making: Promise<Response>, stale: Response): Promise<Response> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Response>((resolve) => {
    timer = setTimeout(resolve, STALE_AFTER_MS, stale).unref()
  })
  try {
    return await Promise.race([making, late])
  } catch (error) {
    if (isDatabaseAway(error)) return stale
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function headersOf(reply: FastifyReply): string[] {
  const perRequest = [REQUEST_ID, 'content-encoding', 'content-length']
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined || perRequest.includes(name) ? [] : [value].flat().flatMap((one) => [name, String(one)]),
  )
}

/**
 * Every response of the shop that is the same for everyone, by its address, until one of its tags changes. Requests for
 * the same address at the same moment share one making. Bounded by bytes; the least recently used goes first.
 */
export class ResponseCache {
  private readonly entries: LRUCache<string, Entry>
  /** The one spelling of an address that was asked for in another one. */
  private readonly spellings = new LRUCache<string, string>({ max: MAX_SPELLINGS })
  private readonly making = new Map<string, Making>()
  private readonly tags: Tags
  /** Since the start: sent before the framework with and without a body, found in the framework, made. */
  readonly counts = { early: 0, notModified: 0, current: 0, made: 0 }

  constructor(tags: Tags, maxBytes: number) {
    this.tags = tags
    this.entries = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ response }, key) => response.sizeBytes + key.length + ENTRY_BYTES,
    })
  }

  /**
   * Answers from memory, before the framework, with what the framework has sent before. False if it did not answer.
   */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    if (!isPlainRead(request)) return false
    const entry = this.entries.get(this.oneSpelling(request.url ?? ''))
    if (!entry?.sentHeaders || !this.isCurrent(entry)) return false
    const headers = [...entry.sentHeaders, REQUEST_ID, randomUUID()]
    if (hasClientCopy(request, entry.response.etag)) {
      response.writeHead(304, headers).end()
      this.counts.notModified += 1
      return true
    }
    const encoding = entry.response.encodingFor(request)
    const body = entry.response.findBody(encoding)
    if (!body) return false
    if (encoding) headers.push('content-encoding', encoding)
    response.writeHead(200, [...headers, 'content-length', String(body.length)]).end(body)
    this.counts.early += 1
    return true
  }

  /**
   * The response of this address, made now if need be, and never one that was outdated when it was asked for, except
   * while the database is away.
   */
  async get(address: string, make: Make): Promise<SharedResponse> {
    const known = this.entries.get(address)
    if (known && this.isCurrent(known)) {
      this.counts.current += 1
      return known
    }
    const askedAt = this.tags.now()
    for (let making = this.making.get(address); making; making = this.making.get(address)) {
      making.isAwaited = true
      const made = await making.done
      // A response that was begun before a change must not answer a request that came after it.
      if (making.since >= askedAt || made.tags === undefined || this.isFresh(made)) return made
    }
    return this.make(address, make, known)
  }

  /** Whether it may be cached and shows the shop as it is now. */
  isFresh({ tags, since }: SharedResponse): boolean {
    return tags !== undefined && this.tags.isCurrent(tags, since)
  }

  /** Whether there is a response of this address, outdated or not. Another spelling is known once it was sent. */
  has(address: string): boolean {
    return this.entries.has(this.oneSpelling(address))
  }

  /** Sends what `get` resolved with. An outdated response is for this client alone. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    address: string,
    { response, tags, since }: SharedResponse,
  ): Promise<FastifyReply> {
    if (tags && !this.tags.isCurrent(tags, since)) {
      const { 'cdn-cache-control': _cdn, ...headers } = response.headers
      return sendCompressed(request, reply, response, { ...headers, 'cache-control': 'no-store' })
    }
    const entry = this.entries.peek(address)
    const sizeBytes = response.sizeBytes
    await sendCompressed(request, reply, response)
    if (entry?.response === response) {
      if (isPlainRead(request.raw)) {
        entry.sentHeaders ??= headersOf(reply)
        if (request.raw.url && request.raw.url !== address) this.spellings.set(request.raw.url, address)
      }
      // The response was compressed for this client: it takes more memory now.
      if (response.sizeBytes !== sizeBytes) this.entries.set(address, entry)
    }
    return reply
  }

  /** Sends the response of this address, made now unless it is cached. It is cached until one of the tags changes. */
  async sendCached(
    request: FastifyRequest,
    reply: FastifyReply,
    {
      address,
      tags,
      make,
    }: { address: string; tags: string[]; make: () => CompressedResponse | Promise<CompressedResponse> },
  ): Promise<FastifyReply> {
    const shared = await this.get(address, async () => {
      const since = this.tags.now()
      return { response: await make(), tags, since }
    })
    return this.send(request, reply, address, shared)
  }

  private async make(address: string, make: Make, stale: Entry | undefined): Promise<SharedResponse> {
    this.counts.made += 1
    const since = this.tags.now()
    const others = { isAwaited: false }
    const begun = make(() => others.isAwaited)
    const making: Making = Object.assign(others, { since, done: stale ? orStale(begun, stale) : begun })
    this.making.set(address, making)
    try {
      const shared = await making.done
      if (shared.tags && shared !== stale) {
        this.entries.set(address, { ...shared, tags: shared.tags, checkedAt: shared.since })
      }
      return shared
    } finally {
      if (this.making.get(address) === making) this.making.delete(address)
    }
  }

  private oneSpelling(address: string): string {
    return this.spellings.get(address) ?? address
  }

  private isCurrent(entry: Entry): boolean {
    const now = this.tags.now()
    if (entry.checkedAt === now) return true
    if (!this.tags.isCurrent(entry.tags, entry.since)) return false
    entry.checkedAt = now
    return true
  }
}
