import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'

import { signatureOf } from '#test/signature-v4.ts'

const SECRET = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const SCOPE = '20130524/us-east-1/s3/aws4_request'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const HEADERS = {
  host: 'examplebucket.s3.amazonaws.com',
  'x-amz-content-sha256': sha256(''),
  'x-amz-date': '20130524T000000Z',
}

// The examples of Amazon's own documentation with the signatures that it gives for them.
test.each([
  {
    request: { method: 'GET', target: '/test.txt', headers: { ...HEADERS, range: 'bytes=0-9' } },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    request: {
      method: 'PUT',
      target: '/test%24file.text',
      headers: {
        ...HEADERS,
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-content-sha256': sha256('Welcome to Amazon S3.'),
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    request: { method: 'GET', target: '/?max-keys=2&prefix=J', headers: HEADERS },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
])('the signature is the one that Amazon gives: $request.method $request.target', ({ request, signature }) => {
  expect(signatureOf(request, Object.keys(request.headers).toSorted(), SCOPE, SECRET)).toBe(signature)
})
