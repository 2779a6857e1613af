import { AwsClient } from 'aws4fetch'
import { hash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import type { BucketSettings } from '#server/start/bucket-settings.ts'
import type { PictureStore } from '#server/media/picture-store.ts'

import { unavailable } from '#server/errors.ts'
import { checkOutgoing } from '#server/start/outgoing-hosts.ts'
import { checkedPictureKey } from '#server/media/picture-store.ts'
import { StartupError } from '#server/start/startup-error.ts'

/** How long a call may take, tries again included. */
const BUDGETS = { readMs: 6000, writeMs: 20_000 }
const TRIES = 3
const FIRST_WAIT_MS = 100
/** The share of the budget for one try, so that a hanging try leaves time for another. */
const TRY_SHARE = 0.6
/** This file is written at each start, to find out early if an access key may only read. */
const START_MARK = 'selvedge.txt'

interface BucketCall {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Below the bucket's address. */
  path: string
  body?: Buffer
  type?: string
  budgetMs: number
}

interface BucketAnswer {
  status: number
  body: Buffer
}

/** The storage refused a call or did not answer. `code` is its own error code, where it gave one. */
class BucketFailure extends Error {
  override readonly name = 'BucketFailure'
  readonly status: number | undefined
  readonly code: string | undefined

  constructor(
    message: string,
    { status, code, cause }: { status?: number; code?: string | undefined; cause?: unknown },
  ) {
    super(message, { cause })
    this.status = status
    this.code = code
  }
}

const codeOf = (body: Buffer) => /<Code>(\w+)<\/Code>/.exec(body.subarray(0, 4096).toString())?.[1]
const mayPass = ({ status }: BucketAnswer) => status >= 500 || status === 429 || status === 408
const isMissing = ({ status, body }: BucketAnswer) => status === 404 && codeOf(body) !== 'NoSuchBucket'

/**
 * Makes signed calls to a bucket. A call is repeated if the storage is busy or a connection breaks, which does no harm.
 * Resolves with a success or with 404 for a missing key; rejects with a `BucketFailure` for anything else.
 */
function openBucket({ address, region, accessKeyId, secretAccessKey, sessionToken }: BucketSettings) {
  const access = { service: 's3', region, accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) }
  const signer = new AwsClient(access)

  async function tryOnce(
    { method, path, body, type, budgetMs }: BucketCall,
    budget: AbortSignal,
  ): Promise<BucketAnswer> {
    const sum = hash('sha256', body ?? '')
    const { url, headers } = await signer.sign(address + path, {
      method,
      headers: { 'x-amz-content-sha256': sum, ...(type !== undefined && { 'content-type': type }) },
    })
    checkOutgoing(url)
    const answer = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.any([budget, AbortSignal.timeout(budgetMs * TRY_SHARE)]),
      ...(body && { body: new Uint8Array(body) }),
    })
    return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
  }

  return async function call(request: BucketCall): Promise<BucketAnswer> {
    const budget = AbortSignal.timeout(request.budgetMs)
    for (let turn = 1; ; turn += 1) {
      const isLast = turn === TRIES
      try {
        const answer = await tryOnce(request, budget)
        const { status, body } = answer
        if ((status >= 200 && status < 300) || isMissing(answer)) return answer
        if (isLast || !mayPass(answer)) {
          const code = codeOf(body)
          throw new BucketFailure(`the storage answered ${status}${code ? ` (${code})` : ''}`, { status, code })
        }
      } catch (cause) {
        if (cause instanceof BucketFailure) throw cause
        if (isLast || budget.aborted) throw new BucketFailure('the storage does not answer', { cause })
      }
      // A random pause, so that callers do not all come again at the same moment.
      await wait(FIRST_WAIT_MS * 4 ** (turn - 1) * (0.5 + Math.random()), undefined, { ref: false })
    }
  }
}

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
 * Keeps pictures in a bucket of S3-compatible object storage, under their keys. Shared by any number of processes.
 * While the storage does not answer, every call is `unavailable`.
 */
export function bucketStore(
  settings: BucketSettings,
  { readMs, writeMs } = BUDGETS,
): PictureStore & { check(): Promise<void> } {
  const call = openBucket(settings)
  const ask = (...[request]: Parameters<typeof call>) => call(request).catch(asUnavailable)

  return {
    async put(key, body, type) {
      await ask({ method: 'PUT', path: checkedPictureKey(key), body, type, budgetMs: writeMs })
    },

    async get(key) {
      const { status, body } = await ask({ method: 'GET', path: checkedPictureKey(key), budgetMs: readMs })
      return status === 404 ? undefined : body
    },

    has: async (key) => (await ask({ method: 'HEAD', path: checkedPictureKey(key), budgetMs: readMs })).status !== 404,

    async remove(key) {
      await ask({ method: 'DELETE', path: checkedPictureKey(key), budgetMs: readMs })
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
