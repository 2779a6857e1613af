import { AwsClient } from 'aws4fetch'
import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import type { BucketSettings } from '#server/media/bucket-settings.ts'

interface BucketCall {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Below the bucket's address; made by the shop alone. */
  path: string
  body?: Buffer
  type?: string
  /** How long the whole may take, tries again included. */
  budgetMs: number
}

export interface BucketAnswer {
  status: number
  body: Buffer
}

/** The storage refused a call or did not answer. `code` is its own error code, where it gave one. */
export class BucketFailure extends Error {
  override readonly name = 'BucketFailure'
  readonly status: number | undefined
  readonly code: string | undefined

  constructor(message: string, { status, code, cause }: { status?: number; code?: string; cause?: unknown } = {}) {
    super(message, { cause })
    this.status = status
    this.code = code
  }
}

const TRIES = 3
const FIRST_WAIT_MS = 100
/** The share of the budget for one try, so that a hanging try leaves time for another. */
const TRY_SHARE = 0.6

const codeOf = (body: Buffer) => /<Code>(\w+)<\/Code>/.exec(body.subarray(0, 4096).toString())?.[1]
const mayPass = ({ status }: BucketAnswer) => status >= 500 || status === 429 || status === 408
const isMissing = ({ status, body }: BucketAnswer) => status === 404 && codeOf(body) !== 'NoSuchBucket'

/**
 * Signed calls to a bucket. Every one of them may be repeated without harm, and is, where the storage is busy or a
 * connection breaks; resolves with a success or with 404 for a missing key, rejects with a `BucketFailure` for the rest.
 */
export function openBucket({ address, ...access }: BucketSettings) {
  const { region, accessKeyId, secretAccessKey, sessionToken } = access
  const signer = new AwsClient({
    service: 's3',
    region,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken !== undefined && { sessionToken }),
  })

  async function tryOnce(
    { method, path, body, type, budgetMs }: BucketCall,
    signal: AbortSignal,
  ): Promise<BucketAnswer> {
    const headers = {
      'x-amz-content-sha256': createHash('sha256')
        .update(body ?? '')
        .digest('hex'),
      ...(type !== undefined && { 'content-type': type }),
    }
    const { url, headers: signed } = await signer.sign(address + path, { method, headers })
    const answer = await fetch(url, {
      method,
      headers: signed,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(budgetMs * TRY_SHARE)]),
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
        if ((answer.status >= 200 && answer.status < 300) || isMissing(answer)) return answer
        if (isLast || !mayPass(answer)) {
          const code = codeOf(answer.body)
          throw new BucketFailure(`the storage answered ${answer.status}${code === undefined ? '' : ` (${code})`}`, {
            status: answer.status,
            ...(code !== undefined && { code }),
          })
        }
      } catch (error) {
        if (error instanceof BucketFailure) throw error
        if (isLast || budget.aborted) throw new BucketFailure('the storage does not answer', { cause: error })
      }
      // A random pause, so that callers do not all come again at the same moment.
      await wait(FIRST_WAIT_MS * 4 ** (turn - 1) * (0.5 + Math.random()), undefined, { ref: false })
    }
  }
}
