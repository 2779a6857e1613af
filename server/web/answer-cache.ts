import type { FastifyReply, FastifyRequest } from 'fastify'

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'

const compressors = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  zstd: (bytes: Buffer) => promisify(zstdCompress)(bytes),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
}
type Encoding = keyof typeof compressors
const ENCODINGS: readonly Encoding[] = ['br', 'zstd', 'gzip']
const WORTH_COMPRESSING_BYTES = 1024

/** A finished answer: its bytes, what they compress to, and the headers that go with it. */
export interface FinishedAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
  etag: string
  compressed: Map<Encoding, Promise<Buffer>>
}

/** Wraps a body with its ETag; compression happens at the first demand for each encoding, and once. */
export function finishAnswer(body: string | Buffer, headers: Record<string, string>, status = 200): FinishedAnswer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  return { status, headers, body: bytes, etag, compressed: new Map() }
}

function chooseEncoding(accepted: string): Encoding | undefined {
  const refused = /\b(\w+)\s*;\s*q=0(?:\.0+)?(?=\s*(?:,|$))/g
  const usable = accepted.replaceAll(refused, '')
  return ENCODINGS.find((encoding) => new RegExp(`\\b${encoding}\\b`).test(usable))
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

function compressedBody(answer: FinishedAnswer, encoding: Encoding): Promise<Buffer> {
  const known = answer.compressed.get(encoding)
  if (known) return known
  const made = compressors[encoding](answer.body)
  answer.compressed.set(encoding, made)
  return made
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
  isCurrent?: () => boolean,
): Promise<FastifyReply> {
  reply.headers(answer.headers).header('etag', answer.etag).header('vary', varyBy(reply, 'accept-encoding'))
  if (request.headers['if-none-match']?.includes(answer.etag) && answer.status === 200) return reply.code(304).send()
  const encoding =
    answer.body.length < WORTH_COMPRESSING_BYTES ? undefined : chosenEncoding(request.headers['accept-encoding'])
  reply.code(answer.status)
  if (encoding) reply.header('content-encoding', encoding)
  const body = encoding ? await compressedBody(answer, encoding) : answer.body
  if (isCurrent && answer.status === 200) request.server.shortcut.keep(request, reply, body, isCurrent)
  return reply.send(body)
}

interface Entry {
  revision: number
  answer: Promise<FinishedAnswer | undefined>
  bytes: number
}

/**
 * Finished answers by key, each good for one revision of the catalogue. Concurrent misses of one key share one
 * making. Bounded by bytes: the one that was used least recently goes first.
 */
export class AnswerCache {
  private readonly entries = new Map<string, Entry>()
  private bytes = 0
  private readonly maxBytes: number

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  /** The answer under this key at this revision, made now if need be; `make` answers undefined for what must not be kept. */
  async get(
    key: string,
    revision: number,
    make: () => Promise<FinishedAnswer | undefined>,
  ): Promise<FinishedAnswer | undefined> {
    const known = this.entries.get(key)
    if (known?.revision === revision) {
      this.entries.delete(key)
      this.entries.set(key, known)
      return known.answer
    }
    this.forget(key)
    const entry: Entry = { revision, answer: make(), bytes: 0 }
    this.entries.set(key, entry)
    try {
      const answer = await entry.answer
      if (this.entries.get(key) === entry) this.weigh(key, entry, answer)
      return answer
    } catch (error) {
      if (this.entries.get(key) === entry) this.forget(key)
      throw error
    }
  }

  private weigh(key: string, entry: Entry, answer: FinishedAnswer | undefined): void {
    if (!answer) return this.forget(key)
    // Compressed copies come to about half of the plain bytes again.
    entry.bytes = Math.ceil(answer.body.length * 1.5) + key.length
    this.bytes += entry.bytes
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= this.maxBytes) return
      this.forget(oldest)
    }
  }

  private forget(key: string): void {
    const entry = this.entries.get(key)
    if (!entry) return
    this.entries.delete(key)
    this.bytes -= entry.bytes
  }
}
