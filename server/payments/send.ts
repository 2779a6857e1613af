import http from 'node:http'
import https from 'node:https'

export interface Sending {
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: string
  /** Ends the call wherever it is. */
  signal: AbortSignal
}

/**
 * Calls an address and resolves once the answer has begun. Rejects with Node's error, whose `code` tells whether anything
 * was sent.
 */
export type Send = (url: URL, sending: Sending) => Promise<Pick<Response, 'status' | 'text'>>

/** Idle connections are given up before the other side may have done so. */
const KEPT_MS = 4000
const KEPT = { keepAlive: true, timeout: KEPT_MS }
const plain = new http.Agent(KEPT)
const secure = new https.Agent(KEPT)

async function readText(answer: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** Takes half of the processor time of `fetch`; follows no redirect and repeats nothing. */
export const send: Send = (url, { method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:'
    const length = body === undefined ? undefined : { 'content-length': Buffer.byteLength(body) }
    const options = { method, headers: { ...headers, ...length }, signal, agent: isSecure ? secure : plain }
    const onAnswer = (answer: http.IncomingMessage) => {
      const text = readText(answer)
      // It may fail before anybody asks for it.
      text.catch(() => undefined)
      resolve({ status: answer.statusCode ?? 0, text: () => text })
    }
    const request = isSecure ? https.request(url, options, onAnswer) : http.request(url, options, onAnswer)
    request.once('error', reject)
    request.end(body)
  })
