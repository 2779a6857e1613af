import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'

import Negotiator from 'negotiator'
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import * as zlib from 'node:zlib'

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants
const brotli = promisify(zlib.brotliCompress)
const gzip = promisify<Buffer, Buffer>(zlib.gzip)
const zstd = promisify<Buffer, zlib.ZstdOptions, Buffer>(zlib.zstdCompress)

const compressors = {
  br: (bytes: Buffer, { brotliQuality }: Compression) =>
    brotli(bytes, { params: { [BROTLI_PARAM_QUALITY]: brotliQuality, [BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  zstd: (bytes: Buffer) => zstd(bytes, { pledgedSrcSize: bytes.length }),
  gzip: (bytes: Buffer) => gzip(bytes),
}

type Encoding = keyof typeof compressors

interface Compression {
  /** Best first. */
  encodings: readonly Encoding[]
  brotliQuality: number
}

/** For a list's page zstd takes 0.3 ms of processor time where brotli takes 1.2, for 4 % more bytes. */
const FOR_ANSWERS: Compression = { encodings: ['zstd', 'br', 'gzip'], brotliQuality: 4 }
/** For files, which are compressed once and sent for as long as the server runs: 9 % fewer bytes. */
export const FOR_FILES: Compression = { encodings: ['br', 'zstd', 'gzip'], brotliQuality: 5 }

const MIN_COMPRESSED_BYTES = 1024

/**
 * The bytes in memory of their own. What a compressor returns is the beginning of 16 kB or more, which would stay as
 * long as it.
 */
function alone(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** The first of these encodings that the client accepts; undefined if it accepts none. */
export function acceptedEncoding<Name extends string>(
  { headers }: Pick<IncomingMessage, 'headers'>,
  encodings: readonly Name[],
): Name | undefined {
  if (!headers['accept-encoding']) return undefined
  const accepted = new Negotiator({ headers }).encodings([...encodings])
  return encodings.find((encoding) => accepted.includes(encoding))
}

/**
 * A response that is sent many times. Its body is compressed once for each encoding, when a client first asks for it.
 */
export class CompressedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly etag: string
  private readonly plain: Buffer
  private readonly compression: Compression
  private readonly compressed = new Map<Encoding, Buffer | Promise<Buffer>>()

  constructor(body: string | Buffer, headers: Record<string, string>, status = 200, compression = FOR_ANSWERS) {
    this.plain = Buffer.from(body)
    this.headers = headers
    this.status = status
    this.compression = compression
    this.etag = `W/"${hash('sha256', this.plain, 'base64url').slice(0, 22)}"`
  }

  /** The best encoding that the client accepts; undefined if the body is sent uncompressed. */
  encodingFor(request: Pick<IncomingMessage, 'headers'>): Encoding | undefined {
    return this.plain.length < MIN_COMPRESSED_BYTES ? undefined : acceptedEncoding(request, this.compression.encodings)
  }

  /** The body in this encoding if it is compressed already. */
  findBody(encoding: Encoding | undefined): Buffer | undefined {
    const body = encoding ? this.compressed.get(encoding) : this.plain
    return body instanceof Promise ? undefined : body
  }

  async body(encoding: Encoding | undefined): Promise<Buffer> {
    if (!encoding) return this.plain
    const known = this.compressed.get(encoding)
    if (known) return known
    const compressing = compressors[encoding](this.plain, this.compression).then(alone)
    this.compressed.set(encoding, compressing)
    try {
      const body = await compressing
      this.compressed.set(encoding, body)
      return body
    } catch (error) {
      this.compressed.delete(encoding)
      throw error
    }
  }

  /** Bytes of the body in all encodings that exist so far. */
  get sizeBytes(): number {
    let bytes = this.plain.length
    for (const body of this.compressed.values()) if (!(body instanceof Promise)) bytes += body.length
    return bytes
  }
}

/** The `Vary` header with one more request header that changes the response. */
export function varyBy(reply: FastifyReply, name: string): string {
  const before = reply.getHeader('vary')
  return before === undefined ? name : `${String(before).toLowerCase()}, ${name}`
}

/** Whether the client has the content of this tag already (`If-None-Match`). */
export const hasClientCopy = ({ headers }: Pick<IncomingMessage, 'headers'>, etag: string): boolean =>
  headers['if-none-match']?.includes(etag) === true

/** Sends a compressed response: 304 if the client has it already, else compressed as the client accepts. */
export async function sendCompressed(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CompressedResponse,
  headers = response.headers,
): Promise<FastifyReply> {
  reply.headers(headers).header('etag', response.etag).header('vary', varyBy(reply, 'accept-encoding'))
  if (response.status === 200 && hasClientCopy(request, response.etag)) return reply.code(304).send()
  const encoding = response.encodingFor(request)
  const body = await response.body(encoding)
  if (encoding) reply.header('content-encoding', encoding)
  return reply.code(response.status).send(body)
}
