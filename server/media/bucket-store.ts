import type { BucketSettings } from '#server/media/bucket-settings.ts'
import type { PictureStore } from '#server/media/picture-store.ts'

import { unavailable } from '#server/errors.ts'
import { BucketFailure, openBucket } from '#server/media/bucket.ts'
import { assertPictureKey } from '#server/media/picture-store.ts'
import { StartupError } from '#server/startup-error.ts'

/** How long a call may take, tries again included. */
const BUDGETS = { readMs: 6000, writeMs: 20_000 }
/** Written at each start, to find out early that an access key may only read. */
const START_MARK = 'selvedge.txt'

function asUnavailable(error: unknown): never {
  if (error instanceof BucketFailure) throw unavailable('The pictures cannot be reached at the moment.', error)
  throw error
}

function reasonOf({ status, code, message }: BucketFailure): string {
  const said = code ?? status
  if (code === 'NoSuchBucket') return 'there is no such bucket'
  if (status === 401 || status === 403) return `it does not let this access key read and write (${said})`
  if (status === 301 || status === 307 || status === 400) return `AWS_REGION or the endpoint does not fit it (${said})`
  return message
}

/**
 * Keeps pictures in a bucket of S3-compatible object storage, under their keys. Shared by any number of processes. While the
 * storage does not answer, every call is `unavailable`.
 */
export function bucketStore(
  settings: BucketSettings,
  { readMs, writeMs } = BUDGETS,
): PictureStore & { check(): Promise<void> } {
  const call = openBucket(settings)
  const ask = (...[request]: Parameters<typeof call>) => call(request).catch(asUnavailable)
  const pathOf = (key: string) => {
    assertPictureKey(key)
    return key
  }

  return {
    async put(key, body, type) {
      await ask({ method: 'PUT', path: pathOf(key), body, type, budgetMs: writeMs })
    },

    async get(key) {
      const { status, body } = await ask({ method: 'GET', path: pathOf(key), budgetMs: readMs })
      return status === 404 ? undefined : body
    },

    has: async (key) => (await ask({ method: 'HEAD', path: pathOf(key), budgetMs: readMs })).status !== 404,

    async remove(key) {
      await ask({ method: 'DELETE', path: pathOf(key), budgetMs: readMs })
    },

    /** Rejects with a `StartupError` unless the bucket can be written and read. */
    async check() {
      try {
        const body = Buffer.from('The pictures of a Selvedge shop lie beside this file.\n')
        await call({ method: 'PUT', path: START_MARK, body, type: 'text/plain', budgetMs: readMs })
        await call({ method: 'GET', path: START_MARK, budgetMs: readMs })
      } catch (error) {
        if (!(error instanceof BucketFailure)) throw error
        throw new StartupError(`STORAGE_URL cannot be used: ${settings.name}: ${reasonOf(error)}.`, { cause: error })
      }
    },
  }
}
