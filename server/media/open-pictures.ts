import { join } from 'node:path'

import type { Config } from '#server/start/config.ts'
import type { Pictures } from '#server/media/stored-pictures.ts'

import { bucketStore } from '#server/media/bucket-store.ts'
import { diskStore } from '#server/media/disk-store.ts'
import { cachingStore, LOCAL_COPIES_BYTES } from '#server/media/caching-store.ts'
import { createPictures } from '#server/media/stored-pictures.ts'

/**
 * The shop's pictures, kept where the settings say: in a bucket with copies under `DATA_DIR/image-copies`, else under
 * `DATA_DIR/images`. Rejects with a `StartupError` when the bucket cannot be written and read.
 */
export async function openPictures({ dataDir, bucket }: Pick<Config, 'dataDir' | 'bucket'>): Promise<Pictures> {
  if (!bucket) return createPictures({ store: diskStore(join(dataDir, 'images')) })
  const remote = bucketStore(bucket)
  await remote.check()
  const folder = join(dataDir, 'image-copies')
  const store = cachingStore({ remote, folder, mostBytes: LOCAL_COPIES_BYTES })
  const pictures = createPictures({ store })
  return {
    ...pictures,
    async close() {
      await pictures.close()
      await store.close()
    },
  }
}
