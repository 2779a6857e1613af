import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type { PictureStore } from '#server/media/picture-store.ts'

import { checkedPictureKey } from '#server/media/picture-store.ts'

/**
 * Keeps pictures in a folder, in subfolders by the first two characters of their keys: `0f/0f3a….webp`. Several
 * processes may share it: a file appears whole or not at all.
 */
export function diskStore(folder: string): PictureStore {
  const pathOf = (key: string) => join(folder, checkedPictureKey(key).slice(0, 2), key)

  return {
    async put(key, bytes) {
      const path = pathOf(key)
      if ((await mkdir(dirname(path), { recursive: true, mode: 0o700 })) !== undefined) await syncFolder(folder)
      const draft = `${path}.${randomUUID()}.new`
      try {
        await writeDurably(draft, bytes)
        await rename(draft, path)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      await syncFolder(dirname(path))
    },

    get: (key) => readFile(pathOf(key)).catch(undefinedWhereMissing),

    has: async (key) => (await stat(pathOf(key)).catch(undefinedWhereMissing)) !== undefined,

    remove: (key) => rm(pathOf(key), { force: true }),
  }
}

async function writeDurably(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A new name lasts only once its folder is on the disk too. Windows cannot open a folder and needs no such step. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function undefinedWhereMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
