import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { PICTURE_WIDTHS } from '#contract/catalogue/srcset-widths.ts'
import { startAvifJob } from '#server/media/avif-job.ts'
import { diskStore } from '#server/media/disk-store.ts'
import { createPictures, type Pictures } from '#server/media/stored-pictures.ts'
import { jpegPicture } from '#test/pictures.ts'

// The encoding process has a low priority, so on a busy machine it takes its time.
vi.setConfig({ testTimeout: 120_000 })

const ACCEPT = 'image/avif,image/webp'

let folder: string
let pictures: Pictures
let stop: AbortController
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'selvedge-avif-'))
  pictures = createPictures({ store: diskStore(folder) })
  stop = new AbortController()
})
afterEach(async () => {
  stop.abort()
  await pictures.close()
  await rm(folder, { recursive: true })
})

const add = async () => (await pictures.add(await jpegPicture({ width: 160, height: 200 }))).hash
const typeOf = async (hash: string) => (await pictures.serve(hash, { width: 1200, accept: ACCEPT })).type
const expectAvif = async (hash: string) => {
  await expect.poll(() => typeOf(hash), { timeout: 110_000 }).toBe('image/avif')
}

const claim = async (_hash: string) => true
const release = async () => undefined
const listDue = async (): Promise<string[]> => []

function startJob(hashes: string[]) {
  const faults: string[] = []
  const listHashes = async () => hashes
  const onFault = (hash: string) => faults.push(hash)
  const done = startAvifJob({ pictures, listHashes, listDue, claim, release, signal: stop.signal, onFault })
  return { done, faults }
}

test('pictures that were there before it get their AVIF', async () => {
  const hashes = [await add(), await add()]
  startJob(hashes)
  for (const hash of hashes) await expectAvif(hash)
})

test('so does a picture that is added while it runs', async () => {
  startJob([])
  await expectAvif(await add())
})

test('a picture that is damaged or gone is told of and does not stop the others', async () => {
  const gone = '0'.repeat(32)
  const damaged = '1'.repeat(32)
  await diskStore(folder).put(`${damaged}.webp`, Buffer.from('RIFF, but no picture'), 'image/webp')
  const hash = await add()
  const { faults } = startJob([gone, damaged, hash])
  await expectAvif(hash)
  expect(faults).toEqual([gone, damaged])
})

test('a picture that another process has in hand is left to it, and given back is what was taken', async () => {
  const [mine, others] = [await add(), (await pictures.add(await jpegPicture({ width: 161, height: 200 }))).hash]
  const released = Promise.withResolvers<string>()
  const done = startAvifJob({
    pictures,
    listHashes: async () => [others, mine],
    listDue,
    claim: async (hash) => hash !== others,
    release: async (hash) => released.resolve(hash),
    signal: stop.signal,
    onFault: () => {},
  })
  expect(await released.promise).toBe(mine)
  await expectAvif(mine)
  expect(await typeOf(others)).toBe('image/webp')
  stop.abort()
  await done
})

test('a picture that another process left to it gets its WebP too, before somebody asks, and is given back', async () => {
  const left = await add()
  const due = new Set([left, '0'.repeat(32)])
  const faults: string[] = []
  const done = startAvifJob({
    pictures,
    listHashes: async () => [],
    listDue: async () => [...due],
    claim,
    release: async (hash) => void due.delete(hash),
    signal: stop.signal,
    onFault: (hash) => faults.push(hash),
  })
  await expect.poll(() => due.size, { timeout: 110_000 }).toBe(0)
  expect(faults).toEqual(['0'.repeat(32)])
  const store = diskStore(folder)
  for (const width of PICTURE_WIDTHS) expect(await store.has(`${left}-${width}.webp`)).toBe(true)
  expect(await typeOf(left)).toBe('image/avif')
  stop.abort()
  await done
})

test('it ends when it is told to, whether it works or waits', async () => {
  const working = startJob([await add()])
  stop.abort()
  await working.done
  stop = new AbortController()
  const waiting = startJob([])
  stop.abort()
  await waiting.done
  expect([...working.faults, ...waiting.faults]).toEqual([])
})

test('it fails where the list of pictures fails', async () => {
  const listHashes = () => Promise.reject(new Error('no database'))
  const done = startAvifJob({ pictures, listHashes, listDue, claim, release, signal: stop.signal, onFault: () => {} })
  await expect(done).rejects.toThrow('no database')
})
