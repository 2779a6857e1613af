import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import type { Fault } from '#prove/faults/fault.ts'

import { startLoad } from '#prove/faults/visitor-traffic.ts'
import { otherThan, tally } from '#prove/faults/counts.ts'
import { finding, none, within } from '#prove/faults/fault.ts'
import { checkRecords, openOnEmbedded, type Fixture } from '#prove/faults/fixture.ts'
import { createVisitor } from '#prove/faults/visitor.ts'

const run = promisify(execFile)
const DISK = '400m'
const MEBIBYTE = 1024 * 1024
const BLOCK_BYTES = 4096
const BEFORE_MS = 2000
const FULL_MS = 8000
const LOOK_EVERY_MS = 50
const LONGEST_LOOK_MS = 20_000

/** Takes all the room that is left, to the last block. */
async function fillDisk(path: string): Promise<void> {
  const file = await open(path, 'w')
  try {
    for (const sizeBytes of [MEBIBYTE, BLOCK_BYTES]) await writeUntilFull(file, Buffer.alloc(sizeBytes))
  } finally {
    await file.close()
  }
}

async function writeUntilFull(file: FileHandle, piece: Buffer): Promise<void> {
  try {
    for (;;) await file.write(piece)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

/** Milliseconds until `/readyz` answers with this status. */
async function msUntilReadyz({ shop }: Fixture, status: number): Promise<number> {
  const begin = performance.now()
  while (performance.now() - begin < LONGEST_LOOK_MS) {
    if ((await fetch(`${shop.origin}/readyz`)).status === status) return performance.now() - begin
    await sleep(LOOK_EVERY_MS)
  }
  return Number.NaN
}

async function playOn(disk: string, say: (line: string) => void) {
  const fixture = await openOnEmbedded({ actors: 4, folder: join(disk, 'data') })
  try {
    const { shop, actors, productId } = fixture
    const lookers = [{ look: 'cached list' }, { look: 'search' }] as const
    const load = startLoad({ origin: shop.origin, buyers: actors, productId, writers: 2, lookers })
    await sleep(BEFORE_MS)
    const filler = join(disk, 'filler')
    await fillDisk(filler)
    const fullAt = performance.now()
    const noticedMs = await msUntilReadyz(fixture, 503)
    await sleep(FULL_MS)
    const start = await createVisitor(actors[0]?.cookie)(shop.origin, {
      kind: 'start',
      method: 'POST',
      path: '/api/payment/create/orderId',
      body: {},
    })
    const lookedMeanwhile = load.visits.filter(
      ({ kind, begunAt }) => ['cached list', 'search'].includes(kind) && begunAt > fullAt,
    )
    const roomAt = performance.now()
    await rm(filler)
    const recoveredMs = await msUntilReadyz(fixture, 200)
    await sleep(BEFORE_MS)
    await load.leave()
    const { visits } = load
    const boughtAfter = visits.filter(
      ({ kind, status, begunAt }) => kind === 'verify' && status === 200 && begunAt > roomAt,
    )
    say(`${tally(visits)}; looking around on the full disk ${tally(lookedMeanwhile)}`)
    await fixture.shop.stop()
    await fixture.reopen()
    return [
      within('readyz says so', noticedMs, 5000),
      finding('a payment that is started', `${start.status} ${start.text.slice(0, 60)}`, start.status === 503),
      none('list that was not served on the full disk', otherThan(lookedMeanwhile, [200])),
      finding('lists served on the full disk', lookedMeanwhile.length, lookedMeanwhile.length > 0),
      none('answer but success and 503', otherThan(visits, [200, 201, 503])),
      within('with room again it is ready', recoveredMs, 10_000),
      finding('purchases after that', boughtAfter.length, boughtAfter.length > 0),
      ...(await checkRecords(fixture.db, load)),
    ]
  } finally {
    await fixture.close()
  }
}

/** The disk under the embedded database fills up to the last block, and gets room again. */
export const fullDisk: Fault = {
  name: 'full-disk',
  title: 'The disk is full',
  async run(say) {
    const disk = await mkdtemp(join(tmpdir(), 'selvedge-disk-'))
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', disk])
    } catch (error) {
      await rm(disk, { recursive: true })
      const reason = error instanceof Error ? error.message.trim() : String(error)
      return { notRun: `a small disk cannot be mounted here, which only an administrator may (${reason})` }
    }
    try {
      return await playOn(disk, say)
    } finally {
      await run('umount', ['-l', disk])
      await rm(disk, { recursive: true, force: true })
    }
  },
}
