import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { readBucketSettings } from '#server/start/bucket-settings.ts'
import { openPictures } from '#server/media/open-pictures.ts'
import { jpegPicture } from '#test/pictures.ts'
import { startFakeBucket } from '#test/start-fake-bucket.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'selvedge-pictures-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

test('pictures are kept under DATA_DIR/images', async () => {
  const pictures = await openPictures({ dataDir, bucket: undefined })
  const { hash } = await pictures.add(await jpegPicture())
  expect(existsSync(join(dataDir, 'images', hash.slice(0, 2), `${hash}.webp`))).toBe(true)
  await pictures.close()
})

test('with a bucket they are kept there, and another machine serves them', async () => {
  const storage = await startFakeBucket()
  try {
    const bucket = readBucketSettings(storage.environment)
    const [one, other] = [
      await openPictures({ dataDir: join(dataDir, 'one'), bucket }),
      await openPictures({ dataDir: join(dataDir, 'other'), bucket }),
    ]
    const { hash } = await one.add(await jpegPicture())
    expect([...storage.objects.keys()]).toContain(`shop/${hash}.webp`)
    expect((await other.serve(hash, { width: 320, accept: 'image/webp' })).type).toBe('image/webp')
    expect(existsSync(join(dataDir, 'one', 'images'))).toBe(false)
    await Promise.all([one.close(), other.close()])
  } finally {
    await storage.close()
  }
})

test('a bucket that cannot be used stops the start instead of being passed over', async () => {
  const storage = await startFakeBucket()
  const bucket = readBucketSettings({ ...storage.environment, AWS_SECRET_ACCESS_KEY: 'wrong' })
  await expect(openPictures({ dataDir, bucket })).rejects.toMatchObject({ name: 'StartupError' })
  await storage.close()
})
