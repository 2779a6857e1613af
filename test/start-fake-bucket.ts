import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

import { signatureOf } from '#test/signature-v4.ts'

const BUCKET = 'test-pictures'
const ACCESS_KEY = { id: 'TESTACCESSKEY', secret: 'a secret / with+signs' }
const REGION = 'ap-south-1'
const LONGEST_SKEW_MS = 15 * 60_000
const CREDENTIAL = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(.+?), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/

type Refusal = [status: number, code: string]

const fromBasic = (date: string) =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** Why a request is refused; undefined if its signature is right for exactly these bytes. */
function findRefusal(request: IncomingMessage, body: Buffer): Refusal | undefined {
  const headers = request.headers as Record<string, string | undefined>
  const [, id, scope = '', names = '', signature = ''] = CREDENTIAL.exec(headers.authorization ?? '') ?? []
  if (!id) return [403, 'AccessDenied']
  if (id !== ACCESS_KEY.id) return [403, 'InvalidAccessKeyId']
  const date = headers['x-amz-date'] ?? ''
  if (!(Math.abs(Date.now() - fromBasic(date)) < LONGEST_SKEW_MS)) return [403, 'RequestTimeTooSkewed']
  if (scope !== `${date.slice(0, 8)}/${REGION}/s3/aws4_request`) return [400, 'AuthorizationHeaderMalformed']
  const signed = names.split(';')
  const mustSign = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))]
  if (!mustSign.every((name) => signed.includes(name))) return [403, 'AccessDenied']
  const { method = '', url: target = '' } = request
  const right = signatureOf({ method, target, headers }, signed, scope, ACCESS_KEY.secret)
  if (!timingSafeEqual(Buffer.from(right), Buffer.from(signature))) return [403, 'SignatureDoesNotMatch']
  const hash = createHash('sha256').update(body).digest('hex')
  return headers['x-amz-content-sha256'] === hash ? undefined : [400, 'XAmzContentSHA256Mismatch']
}

const errorXml = (code: string) => `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code></Error>`

/**
 * Starts an object storage with one empty bucket on a free port of the loopback, as far as the shop uses one. It
 * accepts only what is signed with its access key, and refuses as Amazon's does.
 */
export async function startFakeBucket() {
  const objects = new Map<string, { body: Buffer; type: string | undefined }>()
  const calls: string[] = []
  const faults: (Refusal | 'cut' | 'silence')[] = []

  function answer(
    method: string,
    path: string,
    body: Buffer,
    type?: string,
  ): { status: number; code?: string; found?: Buffer; foundType?: string | undefined } {
    const [, bucket, ...rest] = path.split('/')
    const key = rest.join('/')
    if (bucket !== BUCKET) return { status: 404, code: 'NoSuchBucket' }
    if (method === 'PUT') {
      objects.set(key, { body, type })
      return { status: 200 }
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    const object = objects.get(key)
    return object ? { status: 200, found: object.body, foundType: object.type } : { status: 404, code: 'NoSuchKey' }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    const body = await buffer(request)
    calls.push(`${method} ${url}`)
    const fault = faults.shift()
    if (fault === 'silence') return
    if (fault === 'cut') return void request.socket.destroy()
    const [refused, reason] = fault ?? findRefusal(request, body) ?? []
    const { status, code, found, foundType } =
      refused === undefined ? answer(method, url, body, headers['content-type']) : { status: refused, code: reason }
    const bytes = code === undefined ? (found ?? Buffer.alloc(0)) : Buffer.from(errorXml(code))
    response.writeHead(status, { 'content-type': foundType ?? 'application/xml', 'content-length': bytes.length })
    response.end(method === 'HEAD' || status === 204 ? undefined : bytes)
  }

  const server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`

  return {
    objects,
    /** Method and path of every call so far. */
    calls,
    /** What happens to the next calls instead of an answer, one each. */
    faults,
    environment: {
      STORAGE_URL: `s3://${BUCKET}/shop`,
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: ACCESS_KEY.id,
      AWS_SECRET_ACCESS_KEY: ACCESS_KEY.secret,
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
