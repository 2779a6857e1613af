import type { Socket } from 'node:net'

import { STATUS_CODES } from 'node:http'

const ANSWERS: Record<string, [status: number, sentence: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long.'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large.'],
}

/** Answers a malformed or too slow HTTP request in the shop's error shape, and ends the connection. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, message] = ANSWERS[error.code ?? ''] ?? [400, 'The request could not be read.']
  const body = JSON.stringify({ message, error: message, code: 'invalid' })
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
