import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

import { STATUS_CODES } from 'node:http'

const ANSWERS: Record<string, [status: number, sentence: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
}

/**
 * Headers that decide who asks, from where and what. With two of one name a proxy and the shop could each believe
 * another one.
 */
const SINGLE_HEADERS = new Set([
  'authorization',
  'content-type',
  'cookie',
  'host',
  'idempotency-key',
  'origin',
  'sec-fetch-dest',
  'sec-fetch-mode',
  'sec-fetch-site',
  'x-razorpay-event-id',
  'x-razorpay-signature',
])

function hasDoubledHeader({ rawHeaders }: IncomingMessage): boolean {
  const seen = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? ''
    if (seen.has(name)) return true
    if (SINGLE_HEADERS.has(name)) seen.add(name)
  }
  return false
}

/** A host and perhaps a port (RFC 3986, 3.2). A list of two, or one with a blank or a path, is none. */
const HOST = /^[\w.~!$&'()*+;=%:[\]-]*$/

/** Why the headers of a request cannot be read in one way only; undefined if they can. */
function faultOf(request: IncomingMessage): string | undefined {
  if (hasDoubledHeader(request)) return 'A header of the request is there twice.'
  return HOST.test(request.headers.host ?? '') ? undefined : 'The header Host of the request is none.'
}

const bodyOf = (message: string) => JSON.stringify({ message, error: message, code: 'invalid' })

/**
 * Answers 400 to a request with two headers of one name where only one may be, or with a Host that is none (RFC 9112,
 * 3.2). False if it did not answer.
 */
export function refuseAmbiguousHeaders(request: IncomingMessage, response: ServerResponse): boolean {
  const fault = faultOf(request)
  if (fault === undefined) return false
  const body = bodyOf(fault)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    connection: 'close',
  }
  response.writeHead(400, headers).end(body)
  return true
}

/** Answers a malformed or too slow HTTP request in the shop's error shape, and ends the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, message] = ANSWERS[error.code ?? ''] ?? [400, 'The request could not be read.']
  const body = bodyOf(message)
  if (socket.writable) {
    socket.write(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        'cache-control: no-store',
        'x-content-type-options: nosniff',
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  }
  socket.destroy(error)
}
