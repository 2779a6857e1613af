import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { openPictures } from '#server/media/open-pictures.ts'
import { StartupError } from '#server/startup-error.ts'
import { jpegPicture } from '#test/pictures.ts'

test('pictures are kept under DATA_DIR/images', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'selvedge-pictures-'))
  const pictures = openPictures({ dataDir, storageUrl: undefined })
  const { hash } = await pictures.add(await jpegPicture())
  expect(existsSync(join(dataDir, 'images', hash.slice(0, 2), `${hash}.webp`))).toBe(true)
  await pictures.close()
  await rm(dataDir, { recursive: true })
})

test('a place that cannot be used stops the start instead of being passed over', () => {
  expect(() => openPictures({ dataDir: tmpdir(), storageUrl: 's3://bucket/prefix' })).toThrow(StartupError)
})
