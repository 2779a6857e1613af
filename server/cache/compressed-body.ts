import { promisify } from 'node:util'
import * as zlib from 'node:zlib'

const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, ZSTD_c_windowLog } = zlib.constants
const brotli = promisify(zlib.brotliCompress)
const zstd = promisify(zlib.zstdCompress)

/** The smallest window that holds so many bytes: the usual one makes each encoder set megabytes up for a page of 200 kB. */
const windowBits = (bytes: number) => Math.min(Math.max(Math.ceil(Math.log2(bytes + 1)), 16), 22)

const compressors = {
  br: (bytes: Buffer) =>
    brotli(bytes, {
      params: {
        [BROTLI_PARAM_QUALITY]: 6,
        [BROTLI_PARAM_LGWIN]: windowBits(bytes.length),
        [BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  zstd: (bytes: Buffer) => zstd(bytes, { params: { [ZSTD_c_windowLog]: windowBits(bytes.length) } }),
  gzip: promisify<Buffer, Buffer>(zlib.gzip),
}

const decompressors = {
  br: promisify<Buffer, Buffer>(zlib.brotliDecompress),
  zstd: promisify<Buffer, Buffer>(zlib.zstdDecompress),
  gzip: promisify<Buffer, Buffer>(zlib.gunzip),
}

export type Encoding = keyof typeof compressors

/** Best first. */
export const ENCODINGS: readonly Encoding[] = ['br', 'zstd', 'gzip']

const WORTH_COMPRESSING_BYTES = 1024
/** Pages are larger, what pages are made from is smaller. */
const WORTH_DROPPING_BYTES = 48 * 1024

/** A copy of its own: short buffers are parts of a larger piece of memory, all of which they would keep. */
function compact(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength <= bytes.length * 1.25) return bytes
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/**
 * The bytes of an answer, in each encoding that somebody asked for: compressed at the first demand, and once. Nearly nobody
 * takes a page uncompressed, so of a large one only what was compressed is kept. It takes the bytes over: whoever handed
 * them in may find them empty.
 */
export class AnswerBody {
  /** What it occupies. */
  heldBytes: number
  private plain: Buffer | undefined
  private readonly length: number
  private isLent = false
  private compressing = 0
  private readonly compressed = new Map<Encoding, Promise<Buffer>>()

  constructor(plain: Buffer) {
    this.plain = compact(plain)
    this.length = plain.length
    this.heldBytes = plain.length
  }

  get isWorthCompressing(): boolean {
    return this.length >= WORTH_COMPRESSING_BYTES
  }

  read(encoding?: Encoding): Promise<Buffer> {
    if (encoding === undefined) {
      this.isLent = true
      return this.readPlain()
    }
    const known = this.compressed.get(encoding)
    if (known) return known
    const made = this.make(encoding)
    this.compressed.set(encoding, made)
    made.catch(() => this.compressed.delete(encoding))
    return made
  }

  private async make(encoding: Encoding): Promise<Buffer> {
    this.compressing += 1
    try {
      const bytes = compact(await compressors[encoding](await this.readPlain()))
      this.heldBytes += bytes.length
      if (this.plain && this.length >= WORTH_DROPPING_BYTES) this.drop(this.plain)
      return bytes
    } finally {
      this.compressing -= 1
    }
  }

  /** Gives the memory back at once where nobody else reads it: by the next collection it would be tens of megabytes. */
  private drop(plain: Buffer): void {
    this.heldBytes -= plain.length
    this.plain = undefined
    const isOnlyReader = this.compressing === 1 && !this.isLent
    const { buffer } = plain
    if (isOnlyReader && buffer instanceof ArrayBuffer && buffer.byteLength === plain.length) buffer.transfer(0)
  }

  private async readPlain(): Promise<Buffer> {
    if (this.plain) return this.plain
    for (const [encoding, made] of this.compressed) return decompressors[encoding](await made)
    throw new Error('an answer has its bytes in some encoding')
  }
}
