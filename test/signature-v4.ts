import { createHash, createHmac } from 'node:crypto'

interface SignedRequest {
  method: string
  /** Path and query as they were sent. */
  target: string
  /** By lower-case name. */
  headers: Record<string, string | undefined>
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

function canonicalQuery(query: string): string {
  const pairs = [...new URLSearchParams(query)].map(([name, value]) => `${encode(name)}=${encode(value)}`)
  return pairs.toSorted().join('&')
}

/**
 * The signature that a request should carry by Amazon's Signature Version 4 for S3, worked out from its description
 * alone (docs.aws.amazon.com, "Signature Calculations for the Authorization Header"), to check the shop's own. `scope`
 * is `date/region/s3/aws4_request`.
 */
export function signatureOf(
  { method, target, headers }: SignedRequest,
  signed: string[],
  scope: string,
  secret: string,
) {
  const [path = '', query = ''] = target.split('?', 2)
  const canonicalPath = path
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/')
  const canonicalHeaders = signed.map((name) => `${name}:${(headers[name] ?? '').trim().replaceAll(/ +/g, ' ')}\n`)
  const canonical = [
    method,
    canonicalPath,
    canonicalQuery(query),
    canonicalHeaders.join(''),
    signed.join(';'),
    headers['x-amz-content-sha256'] ?? '',
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha256(canonical)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((secretPart, part) => hmac(secretPart, part), `AWS4${secret}`)
  return hmac(key, toSign).toString('hex')
}
