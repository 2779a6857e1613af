import { join } from 'node:path'

import type { Config } from '#server/config.ts'
import type { Pictures } from '#server/media/pictures.ts'

import { diskStore } from '#server/media/disk-store.ts'
import { createPictures } from '#server/media/pictures.ts'
import { StartupError } from '#server/startup-error.ts'

/** The shop's pictures, kept where the settings say. Throws a `StartupError` for a place that this version cannot use. */
export function openPictures({ dataDir, storageUrl }: Pick<Config, 'dataDir' | 'storageUrl'>): Pictures {
  if (storageUrl !== undefined) {
    throw new StartupError('STORAGE_URL cannot be used yet: leave it out, and pictures are kept under DATA_DIR/images.')
  }
  return createPictures({ store: diskStore(join(dataDir, 'images')) })
}
