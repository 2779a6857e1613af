import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'

import { checkOutgoing } from '#server/start/outgoing-hosts.ts'
import { inSpan } from '#server/start/tracer.ts'

interface SentRequest {
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: string
  /** Ends the request at any point, also while its answer is read. */
  signal: AbortSignal
}

/** Characters. A page of a hundred payments has a tenth of them. */
const LONGEST_ANSWER = 4 * 1024 * 1024

export type SendRequest = (url: URL, request: SentRequest) => Promise<{ status: number; body: string }>

const send: SendRequest = (url, { body, ...options }) =>
  new Promise((resolve, reject) => {
    checkOutgoing(url)
    const { request } = url.protocol === 'https:' ? https : http
    function readAnswer(answer: IncomingMessage) {
      let whole = ''
      const read = (part: string) => {
        whole += part
        if (whole.length > LONGEST_ANSWER) answer.destroy(new Error('The answer is too long.'))
      }
      answer.setEncoding('utf8').on('data', read).on('error', reject)
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: whole }))
    }
    request(url, options, readAnswer)
      .on('upgrade', (_answer, socket) => {
        socket.destroy()
        reject(new Error('The answer wants another protocol.'))
      })
      .on('error', reject)
      .end(body)
  })

/**
 * Sends a request and resolves to its whole answer. It follows no redirect and repeats nothing. Rejects with Node's
 * error, and for an answer that is too long or wants another protocol. `fetch` takes twice the processor time:
 * docs/decisions/0065-what-stays-hand-made.md.
 */
export const sendRequest: SendRequest = (url, request) =>
  inSpan(
    `${request.method} ${url.hostname}`,
    'call',
    { 'http.request.method': request.method, 'server.address': url.hostname },
    () => send(url, request),
    ({ status }) => ({ 'http.response.status_code': status }),
  )
