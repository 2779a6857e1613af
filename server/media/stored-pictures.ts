import { createHash } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

import type { PictureWidth } from '#contract/catalogue/srcset-widths.ts'
import type { PictureFormat } from '#server/media/served-picture-formats.ts'
import type { PictureStore } from '#server/media/picture-store.ts'
import type { Network } from '#server/http/rate-limits/caller-networks.ts'

import { LARGEST_PICTURE_WIDTH, PICTURE_WIDTHS } from '#contract/catalogue/srcset-widths.ts'
import { isRejection, notFound, tooBusy } from '#server/errors.ts'
import { Limiter } from '#server/http/overload/concurrency-limiter.ts'
import type { ServedPicture } from '#server/http/responses/send-picture.ts'
import { decodePicture, type Decoding } from '#server/media/decode-picture.ts'
import { encodePicture, thumbhashOf } from '#server/media/encode-picture.ts'
import { PICTURE_TYPES, pictureFormats } from '#server/media/served-picture-formats.ts'
import { AVIF_WIDTHS } from '#server/media/picture-size-and-quality.ts'
import { runEncoderProcess } from '#server/media/start-encoder-process.ts'

/** A stored picture. `hash` names its content; `thumbhash` is a tiny placeholder in base64. */
export interface PictureFacts {
  hash: string
  width: number
  height: number
  thumbhash: string
}

/** A picture as it is to be stored. */
export interface PreparedPicture {
  bytes: Buffer
  facts: PictureFacts
}

export type Pictures = ReturnType<typeof createPictures>

const AT_ONCE = 2
const MAX_WAITING = 200
/** A page of a shop that has just opened may ask for some forty at once that nobody has seen before. */
const MAX_WAITING_OF_ONE = 100
/** Nobody may keep the pictures made ahead waiting for ever. */
const LONGEST_WAIT_MS = 300_000
const tooMany = () => tooBusy('Too many pictures are being prepared. Please try again in a moment.')

const masterKey = (hash: string) => `${hash}.webp`
const variantKey = (hash: string, width: PictureWidth, format: PictureFormat) => `${hash}-${width}.${format}`

/** The name of a master's content: the first 128 bits of its SHA-256. */
export function pictureHash(master: Buffer): string {
  return createHash('sha256').update(master).digest('hex').slice(0, 32)
}

async function preparePicture(upload: Buffer, decoding: Decoding): Promise<PreparedPicture> {
  const { bytes, width, height } = await decodePicture(upload, decoding)
  return { bytes, facts: { hash: pictureHash(bytes), width, height, thumbhash: await thumbhashOf(bytes) } }
}

/** How an upload is decoded, and whose it is: the queue is shared by `networks`. */
interface Taking extends Decoding {
  networks?: readonly Network[]
}

/** The picture that somebody wants to see, the largest in JPEG unless given, and who it is. */
export interface WantedPicture {
  width?: PictureWidth | undefined
  accept?: string | undefined
  networks?: readonly Network[]
}

/**
 * The pictures of the shop. Each is stored as one master. Its other widths and formats are made at the first request
 * and stored too, except AVIF, which is slow: `ensureAvif` makes it ahead of requests.
 */
export function createPictures({
  store,
  longestWaitMs = LONGEST_WAIT_MS,
}: {
  store: PictureStore
  /** How long what is made ahead waits for what somebody waits for. */
  longestWaitMs?: number
}) {
  const limiter = new Limiter('pictures', {
    atOnce: AT_ONCE,
    maxWaiting: MAX_WAITING,
    maxWaitingOfOne: MAX_WAITING_OF_ONE,
    rejection: tooMany,
  })
  const inProgress = new Map<string, Promise<Buffer>>()
  const closing = new AbortController()
  /** Emits 'added' with the hash of each picture that this process has added. */
  const news = new EventEmitter<{ added: [hash: string] }>()

  /**
   * Decodes an uploaded picture, which takes much memory for a moment, and stores nothing. Throws `PictureRefused`, and
   * `unavailable` when too many are being prepared.
   */
  const prepare = (upload: Buffer, { networks: groups = [], ...decoding }: Taking = {}): Promise<PreparedPicture> =>
    limiter.run(() => preparePicture(upload, decoding), { groups })

  async function getMaster(hash: string): Promise<Buffer> {
    const master = await store.get(masterKey(hash))
    if (!master) throw notFound('Picture')
    return master
  }

  async function saveMaster(hash: string, master: Buffer): Promise<void> {
    const key = masterKey(hash)
    if (!(await store.has(key))) await store.put(key, master, PICTURE_TYPES.webp)
    news.emit('added', hash)
  }

  async function makeVariant(hash: string, width: PictureWidth, format: PictureFormat): Promise<Buffer> {
    const key = variantKey(hash, width, format)
    // Another call may have made it while this one waited in the queue.
    const kept = await store.get(key)
    if (kept) return kept
    const bytes = await encodePicture(await getMaster(hash), width, format)
    await store.put(key, bytes, PICTURE_TYPES[format]).catch(ignoreFullDisk)
    return bytes
  }

  /**
   * Concurrent requests for the same variant share one encoding. It waits as a call of whoever asked first; if that is
   * turned away, the others ask for themselves.
   */
  function makeOnce(
    hash: string,
    width: PictureWidth,
    format: PictureFormat,
    groups: readonly Network[],
  ): Promise<Buffer> {
    const key = variantKey(hash, width, format)
    const current = inProgress.get(key)
    if (current) {
      return current.catch((error: Error) => {
        if (!isRejection(error)) throw error
        return makeOnce(hash, width, format, groups)
      })
    }
    const making = limiter.run(() => makeVariant(hash, width, format), { groups }).finally(() => inProgress.delete(key))
    inProgress.set(key, making)
    return making
  }

  /** Waits while pictures are being made that somebody asked for, for a while. */
  async function giveWay(signal: AbortSignal): Promise<void> {
    const enough = new AbortController()
    const tooLong = wait(longestWaitMs, undefined, { signal: AbortSignal.any([signal, enough.signal]), ref: false })
    await Promise.race([limiter.idle(), tooLong]).finally(() => enough.abort())
  }

  /**
   * Makes the missing files of a picture in one format, one by one and at a low priority. Before each it gives way to
   * pictures that somebody asked for; rejects when `signal` or `close` stops it.
   */
  async function makeAhead(
    hash: string,
    format: PictureFormat,
    widths: readonly PictureWidth[],
    signal?: AbortSignal,
  ): Promise<void> {
    const stop = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
    let master: Buffer | undefined
    for (const width of widths) {
      const key = variantKey(hash, width, format)
      if (await store.has(key)) continue
      master ??= await getMaster(hash)
      await giveWay(stop)
      await store.put(key, await runEncoderProcess(master, width, format, stop), PICTURE_TYPES[format])
    }
  }

  return {
    news,

    prepare,

    /**
     * Adds an uploaded picture. It is durable when this resolves; the same picture is stored once. Throws what
     * `prepare` throws.
     */
    async add(upload: Buffer, taking?: Taking): Promise<PictureFacts> {
      const { bytes, facts } = await prepare(upload, taking)
      await saveMaster(facts.hash, bytes)
      return facts
    },

    has: (hash: string): Promise<boolean> => store.has(masterKey(hash)),

    /** A picture as it is stored; undefined if there is none. */
    findMaster: (hash: string): Promise<Buffer | undefined> => store.get(masterKey(hash)),

    /** Adds a picture that is a master already; one that is stored stays. Throws if the bytes have another hash. */
    async addPrepared(bytes: Buffer, { hash }: Pick<PictureFacts, 'hash'>): Promise<void> {
      if (pictureHash(bytes) !== hash) throw new Error(`The prepared picture ${hash} is not the one that was prepared.`)
      await saveMaster(hash, bytes)
    },

    /** Removes a picture that nothing shows, with all of its variants. */
    async remove(hash: string): Promise<void> {
      const formats = Object.keys(PICTURE_TYPES) as PictureFormat[]
      const variants = PICTURE_WIDTHS.flatMap((width) => formats.map((format) => variantKey(hash, width, format)))
      await Promise.all([masterKey(hash), ...variants].map((key) => store.remove(key)))
    },

    /**
     * A picture in the width, the largest unless given, and in the best format of the `Accept` header, made if it is
     * not stored yet. Throws `not_found`, and `unavailable` when too many are being made.
     */
    async serve(
      hash: string,
      { width = LARGEST_PICTURE_WIDTH, accept, networks = [] }: WantedPicture,
    ): Promise<ServedPicture> {
      const formats = pictureFormats(accept)
      const answer = (format: PictureFormat, bytes: Buffer) => ({
        hash,
        bytes,
        type: PICTURE_TYPES[format],
        etag: `"${variantKey(hash, width, format)}"`,
      })
      for (const format of formats) {
        const kept = await store.get(variantKey(hash, width, format))
        if (kept) return answer(format, kept)
        const canWait = format === 'avif' && formats.length > 1
        if (!canWait) return answer(format, await makeOnce(hash, width, format, networks))
      }
      throw notFound('Picture')
    },

    ensureWebp: (hash: string, signal: AbortSignal) => makeAhead(hash, 'webp', PICTURE_WIDTHS, signal),

    ensureAvif: (hash: string, signal?: AbortSignal) => makeAhead(hash, 'avif', AVIF_WIDTHS, signal),

    /** Ends within the time of one encoding. */
    async close(): Promise<void> {
      closing.abort()
      await limiter.close()
    },
  }
}

/**
 * On a full or read-only disk pictures are still served: a variant that cannot be stored is made again for the next
 * request.
 */
function ignoreFullDisk(error: NodeJS.ErrnoException): void {
  if (!['ENOSPC', 'EDQUOT', 'EROFS'].includes(error.code ?? '')) throw error
}
