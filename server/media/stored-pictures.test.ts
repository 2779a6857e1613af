import { PictureRefused } from '#server/media/decode-picture.ts'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { thumbHashToAverageRGBA } from 'thumbhash'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { PictureStore } from '#server/media/picture-store.ts'

import { isShopError } from '#contract/api/errors.ts'
import { PICTURE_WIDTHS } from '#contract/catalogue/srcset-widths.ts'
import { limiterCounts } from '#server/http/overload/limiter-counts.ts'
import { diskStore } from '#server/media/disk-store.ts'
import { AVIF_WIDTHS } from '#server/media/picture-size-and-quality.ts'
import { createPictures, pictureHash, type Pictures } from '#server/media/stored-pictures.ts'
import { jpegPicture, plain, webpPicture } from '#test/pictures.ts'
import { startStopwatch } from '#test/stopwatch.ts'

const CHROME = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
const MISSING = '0'.repeat(32)

let folder: string
let puts: string[]
let store: PictureStore
let pictures: Pictures

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'selvedge-pictures-'))
  const disk = diskStore(folder)
  puts = []
  store = {
    ...disk,
    put(key, bytes, type) {
      puts.push(key)
      return disk.put(key, bytes, type)
    },
  }
  pictures = createPictures({ store })
})
afterEach(async () => {
  await pictures.close()
  await rm(folder, { recursive: true })
})

async function restart() {
  await pictures.close()
  pictures = createPictures({ store })
}

/** Stores a picture without the work of an upload. */
async function keep(master: Buffer): Promise<string> {
  const hash = pictureHash(master)
  await pictures.addPrepared(master, { hash })
  puts = []
  return hash
}

describe('taking in', () => {
  test('an upload is kept as a master that is not the bytes that were sent', async () => {
    const jpeg = await jpegPicture({ width: 300, height: 375 })
    const facts = await pictures.add(jpeg)
    expect(facts).toMatchObject({ width: 300, height: 375 })
    expect(puts).toEqual([`${facts.hash}.webp`])
    const master = await readFile(join(folder, facts.hash.slice(0, 2), `${facts.hash}.webp`))
    expect(pictureHash(master)).toBe(facts.hash)
    expect((await sharp(master).metadata()).format).toBe('webp')
  })

  test('a WebP that was sent is encoded anew too', async () => {
    const webp = await webpPicture()
    expect((await pictures.add(webp)).hash).not.toBe(pictureHash(webp))
  })

  test('the same picture twice is kept once', async () => {
    const jpeg = await jpegPicture()
    const [one, two] = [await pictures.add(jpeg), await pictures.add(jpeg)]
    expect(two).toEqual(one)
    expect(puts).toHaveLength(1)
  })

  test('its thumbhash has its colour', async () => {
    const { thumbhash } = await pictures.add(await plain('#c86432').png().toBuffer())
    const { r, g, b } = thumbHashToAverageRGBA(Buffer.from(thumbhash, 'base64'))
    expect([r, g, b].map((part) => Math.round(part * 10))).toEqual([8, 4, 2])
  })

  test.each([
    [1, 1],
    [1, 3000],
    [3000, 1],
  ])('a picture of %d × %d pixels is taken and served', async (width, height) => {
    const { hash, thumbhash } = await pictures.add(await plain('#c86432', { width, height }).png().toBuffer())
    expect(Buffer.from(thumbhash, 'base64').length).toBeGreaterThan(4)
    expect((await pictures.serve(hash, { width: 160 })).type).toBe('image/jpeg')
  })

  test('what is refused is not kept', async () => {
    await expect(pictures.add(Buffer.from('GIF89a'))).rejects.toBeInstanceOf(PictureRefused)
    expect(puts).toEqual([])
  })

  test('a prepared picture is kept as it is', async () => {
    const webp = await webpPicture()
    const facts = { hash: pictureHash(webp), width: 400, height: 500, thumbhash: '' }
    await pictures.addPrepared(webp, facts)
    expect(await readFile(join(folder, facts.hash.slice(0, 2), `${facts.hash}.webp`))).toEqual(webp)
    expect((await pictures.serve(facts.hash, { width: 160, accept: CHROME })).type).toBe('image/webp')
  })

  test('a prepared picture that has changed since is not taken', async () => {
    const facts = { hash: MISSING, width: 400, height: 500, thumbhash: '' }
    await expect(pictures.addPrepared(await webpPicture(), facts)).rejects.toThrow('not the one that was prepared')
    expect(puts).toEqual([])
  })
})

describe('serving', () => {
  let master: Buffer
  let hash: string
  beforeAll(async () => {
    master = await webpPicture({ width: 1300, height: 1625 })
  })
  beforeEach(async () => {
    hash = await keep(master)
  })

  test.each(PICTURE_WIDTHS)('%d pixels wide', async (width) => {
    const { bytes } = await pictures.serve(hash, { width, accept: CHROME })
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height: width * 1.25 })
  })

  test.each([
    [CHROME, 'image/webp', 'webp'],
    ['*/*', 'image/jpeg', 'jpeg'],
    [undefined, 'image/jpeg', 'jpeg'],
    ['image/avif', 'image/avif', 'heif'],
    ['image/avif, image/jpeg', 'image/jpeg', 'jpeg'],
  ])('whoever accepts %s gets %s', async (accept, type, format) => {
    const picture = await pictures.serve(hash, { width: 160, accept })
    expect(picture.type).toBe(type)
    expect((await sharp(picture.bytes).metadata()).format).toBe(format)
  })

  test('without a width the largest is sent', async () => {
    expect((await sharp((await pictures.serve(hash, {})).bytes).metadata()).width).toBe(1200)
  })

  test('each width and format has a tag of its own, and keeps it', async () => {
    const requests = [{}, { width: 160 }, { width: 320 }, { width: 320, accept: CHROME }] as const
    const tags = await Promise.all(requests.map(async (request) => (await pictures.serve(hash, request)).etag))
    expect(new Set(tags).size).toBe(4)
    for (const tag of tags) expect(tag).toMatch(/^"[\w.-]+"$/)
    expect((await pictures.serve(hash, { width: 160 })).etag).toBe(tags[1])
  })

  test('twenty who ask for the same one at once get one encoding', async () => {
    const request = { width: 640, accept: CHROME } as const
    const served = await Promise.all(Array.from({ length: 20 }, () => pictures.serve(hash, request)))
    expect(puts).toEqual([`${hash}-640.webp`])
    expect(served.every(({ bytes }) => bytes.equals(served[0]!.bytes))).toBe(true)
  })

  test('what was made once is read from the disk, also after a restart', async () => {
    const request = { width: 320, accept: CHROME } as const
    const { bytes } = await pictures.serve(hash, request)
    await restart()
    expect((await pictures.serve(hash, request)).bytes).toEqual(bytes)
    expect(puts).toEqual([`${hash}-320.webp`])
  })

  test('a failed encoding is tried again at the next demand', async () => {
    await store.remove(`${hash}.webp`)
    await expect(pictures.serve(hash, { width: 160 })).rejects.toMatchObject({ code: 'not_found' })
    await keep(master)
    expect((await pictures.serve(hash, { width: 160 })).type).toBe('image/jpeg')
  })

  test('a full disk keeps nobody from seeing a picture', async () => {
    const put = () => Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
    const onFullDisk = createPictures({ store: { ...store, put } })
    expect((await onFullDisk.serve(hash, { width: 160 })).type).toBe('image/jpeg')
    await expect(onFullDisk.add(await jpegPicture())).rejects.toThrow('no space left')
    await onFullDisk.close()
  })

  test('clear parts become white in a JPEG', async () => {
    const clear = await keep(await plain('#00000000').webp().toBuffer())
    const { bytes } = await pictures.serve(clear, { width: 160 })
    expect([...(await sharp(bytes).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255])
  })

  test('a flood of different demands is turned away at the end of the line', async () => {
    const small = await Promise.all(Array.from({ length: 40 }, () => webpPicture({ width: 4, height: 5 })))
    const hashes = await Promise.all(small.map(keep))
    const mayRead = Promise.withResolvers<void>()
    const get: PictureStore['get'] = async (key) => {
      if (!key.includes('-')) await mayRead.promise
      return store.get(key)
    }
    const slow = createPictures({ store: { ...store, get } })
    const refused: unknown[] = []
    const demands = hashes.flatMap((each) =>
      PICTURE_WIDTHS.map((width) =>
        slow.serve(each, { width, accept: CHROME }).catch((error: unknown) => void refused.push(error)),
      ),
    )
    await expect.poll(() => refused.length).toBe(240 - 202)
    expect(refused.filter((error) => isShopError(error) && error.code === 'unavailable')).toHaveLength(38)
    mayRead.resolve()
    const served = (await Promise.all(demands)).filter((picture) => picture !== undefined)
    expect(served).toHaveLength(202)
    await slow.close()
  })
})

test('one network has half of the line, others take their turn, and who shares with one turned away asks anew', async () => {
  const small = await Promise.all(Array.from({ length: 40 }, () => webpPicture({ width: 4, height: 5 })))
  const hashes = await Promise.all(small.map(keep))
  const mayRead = Promise.withResolvers<void>()
  const get: PictureStore['get'] = async (key) => {
    if (!key.includes('-')) await mayRead.promise
    return store.get(key)
  }
  const slow = createPictures({ store: { ...store, get } })
  const demands = hashes.flatMap((hash) => PICTURE_WIDTHS.map((width) => ({ hash, width })))
  const order: string[] = []
  /** Asks for so many in the name of a network: how many came, and how many were turned away. */
  const ask = (name: string, wanted: typeof demands) => {
    const networks = [{ name, share: 1 }]
    return wanted.map(({ hash, width }) =>
      slow.serve(hash, { width, accept: CHROME, networks }).then(
        () => order.push(name),
        (error: unknown) => order.push(`${name} ${isShopError(error) && error.code}`),
      ),
    )
  }
  const refused = () => order.filter((one) => one.includes('unavailable'))
  const asking = [...ask('first', demands.slice(0, 104))]
  await expect.poll(refused).toEqual(['first unavailable', 'first unavailable'])
  const waiting = () => limiterCounts().get('pictures')?.waiting
  asking.push(...ask('second', demands.slice(104, 203)))
  await expect.poll(waiting).toBe(199)
  asking.push(...ask('second', demands.slice(203, 204)))
  await expect.poll(waiting).toBe(200)
  // The same as the last of the line, which makes room for the next network.
  asking.push(...ask('sharing', demands.slice(203, 204)))
  await new Promise(setImmediate)
  asking.push(...ask('third', demands.slice(204, 205)))
  await expect.poll(refused).toHaveLength(4)
  mayRead.resolve()
  await Promise.all(asking)
  expect(refused().toSorted()).toEqual([...Array(3).fill('first unavailable'), 'second unavailable'])
  const served = order.filter((one) => !one.includes('unavailable'))
  for (const name of ['third', 'sharing']) expect(served.indexOf(name)).toBeLessThan(10)
  await slow.close()
})

test('a picture that is not kept is not found', async () => {
  await expect(pictures.serve(MISSING, { width: 160 })).rejects.toMatchObject({ code: 'not_found' })
  await expect(pictures.ensureAvif(MISSING)).rejects.toMatchObject({ code: 'not_found' })
})

// The encoding process has a low priority, so on a busy machine it takes its time.
describe('AVIF', { timeout: 120_000 }, () => {
  let master: Buffer
  let hash: string
  beforeAll(async () => {
    master = await webpPicture({ width: 160, height: 200 })
  })
  beforeEach(async () => {
    hash = await keep(master)
  })

  test('is sent once it is made, and only to whoever names it', async () => {
    const request = { width: 640, accept: CHROME } as const
    const webp = await pictures.serve(hash, request)
    expect(webp.type).toBe('image/webp')
    await pictures.ensureAvif(hash)
    const avif = await pictures.serve(hash, request)
    expect(avif.type).toBe('image/avif')
    expect(avif.etag).not.toBe(webp.etag)
    expect(await sharp(avif.bytes).metadata()).toMatchObject({ width: 160, height: 200, compression: 'av1' })
    expect((await pictures.serve(hash, { width: 640, accept: 'image/webp' })).type).toBe('image/webp')
    expect((await pictures.serve(hash, { width: 640, accept: 'image/avif;q=0, image/webp' })).type).toBe('image/webp')
  })

  test('only what is missing is made, also after a restart', async () => {
    await pictures.ensureAvif(hash)
    expect(puts).toEqual(AVIF_WIDTHS.map((width) => `${hash}-${width}.avif`))
    await store.remove(`${hash}-480.avif`)
    puts = []
    await restart()
    await pictures.ensureAvif(hash)
    expect(puts).toEqual([`${hash}-480.avif`])
  })

  test('closing stops it midway, and the next start goes on', async () => {
    const firstPut = Promise.withResolvers<void>()
    const put: PictureStore['put'] = async (...file) => {
      await store.put(...file)
      firstPut.resolve()
    }
    const stopped = createPictures({ store: { ...store, put } })
    const ended = stopped.ensureAvif(hash).catch((error: Error) => error.name)
    await firstPut.promise
    const stop = startStopwatch()
    await stopped.close()
    expect(await ended).toBe('AbortError')
    expect(stop()).toBeLessThan(1000)
    expect(puts.length).toBeLessThan(AVIF_WIDTHS.length)
    await pictures.ensureAvif(hash)
    expect(puts).toEqual(AVIF_WIDTHS.map((width) => `${hash}-${width}.avif`))
  })

  test.skipIf(process.platform !== 'linux')('is made, as WebP ahead of demand, at a low priority', async () => {
    const children = async () =>
      (await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')).split(' ').filter(Boolean).map(Number)
    const others = new Set(await children())
    for (const ensure of [pictures.ensureWebp, pictures.ensureAvif]) {
      const ensured = ensure(hash, new AbortController().signal)
      let pid = 0
      const encoder = async () => (pid = (await children()).find((each) => !others.has(each)) ?? 0)
      await expect.poll(encoder, { interval: 5 }).toBeGreaterThan(0)
      expect(getPriority(pid)).toBe(19)
      // Of its session too, without which it means nothing to the processes of others.
      expect(await readFile(`/proc/${pid}/autogroup`, 'utf8').catch(() => 'nice 10')).toContain('nice 10')
      await ensured
    }
  })

  test.skipIf(process.platform === 'win32')('fails alone where no more files may be opened', async () => {
    const program = `
      import { openSync } from 'node:fs'
      import { runEncoderProcess } from '#server/media/start-encoder-process.ts'
      try { for (;;) openSync('/dev/null') } catch {}
      const encoded = runEncoderProcess(Buffer.alloc(1), 160, 'webp', new AbortController().signal)
      console.log(await encoded.catch(({ code }) => code))`
    const limited = 'ulimit -n 100; exec "$0" --input-type=module-typescript --eval "$1"'
    const { stdout } = await promisify(execFile)('sh', ['-c', limited, process.execPath, program])
    expect(stdout).toBe('EMFILE\n')
  })

  test('gives way to pictures that somebody waits for', async () => {
    const mayRead = Promise.withResolvers<void>()
    const masterRead = Promise.withResolvers<void>()
    const get: PictureStore['get'] = async (key) => {
      const bytes = await store.get(key)
      if (key !== `${other}.webp`) return bytes
      masterRead.resolve()
      await mayRead.promise
      return bytes
    }
    const other = await keep(await webpPicture())
    const busy = createPictures({ store: { ...store, get } })
    const served = busy.serve(other, { width: 160, accept: CHROME })
    await masterRead.promise
    const ensured = busy.ensureAvif(hash)
    // The same work elsewhere is the clock: in this time it would have been done here too.
    const third = await keep(await webpPicture({ width: 160, height: 200 }))
    await pictures.ensureAvif(third)
    expect(puts.filter((key) => key.startsWith(hash))).toEqual([])
    mayRead.resolve()
    await Promise.all([served, ensured])
    expect(puts.filter((key) => key.startsWith(hash))).toHaveLength(AVIF_WIDTHS.length)
    await busy.close()
  })

  test('does not give way for ever', async () => {
    const mayRead = Promise.withResolvers<void>()
    const other = await keep(await webpPicture())
    const madeAhead = Promise.withResolvers<string>()
    const busy = createPictures({
      store: {
        ...store,
        get: async (key) => {
          if (key === `${other}.webp`) await mayRead.promise
          return store.get(key)
        },
        put: async (key) => madeAhead.resolve(key),
      },
      longestWaitMs: 20,
    })
    const served = busy.serve(other, { width: 160, accept: CHROME })
    const ensured = busy.ensureAvif(hash).catch((error: Error) => error.name)
    expect(await madeAhead.promise).toBe(`${hash}-${AVIF_WIDTHS[0]}.avif`)
    mayRead.resolve()
    await served
    await busy.close()
    await ensured
  })
})
