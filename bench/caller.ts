import { connect, type Socket } from 'node:net'

import { createAnswerReader, type Answer } from './answer-reader.ts'

export interface Caller {
  /** One call on a connection that is kept, after the calls before it; resolves with any status. The body is sent as JSON. */
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer>
  /** The same, resolved to the JSON of the answer; rejects when the status is not 2xx. */
  ask<Result>(method: string, path: string, body?: object): Promise<Result>
  close(): void
}

/** What every browser says of compression. */
export const BROTLI = { 'accept-encoding': 'gzip, deflate, br' }

function openLine(hostname: string, port: number) {
  const reader = createAnswerReader()
  let waiting: PromiseWithResolvers<Answer> | undefined
  const socket: Socket = connect({ host: hostname, port, noDelay: true })
  const fail = (error: Error) => {
    socket.destroy()
    waiting?.reject(error)
  }
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the connection was closed')))
  socket.on('data', (bytes: Buffer) => {
    try {
      const answer = reader.take(bytes)
      if (!answer) return
      if (answer.headers['connection'] === 'close') socket.destroy()
      waiting?.resolve(answer)
      waiting = undefined
    } catch (error) {
      fail(error as Error)
    }
  })
  return {
    isOpen: () => !socket.destroyed && socket.writable,
    send(text: string): Promise<Answer> {
      waiting = Promise.withResolvers<Answer>()
      socket.write(text)
      return waiting.promise
    },
    close: () => socket.destroy(),
  }
}

/**
 * A client with one connection of its own and, where given, a session's cookie. It speaks to the socket itself: a client
 * library takes as much of the shared processor as the shop does for an answer.
 */
export function createCaller(origin: string, cookie?: string): Caller {
  const { hostname, port, host } = new URL(origin)
  let line: ReturnType<typeof openLine> | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function send(text: string): Promise<Answer> {
    if (!line?.isOpen()) line = openLine(hostname, Number(port))
    return line.send(text)
  }

  const call: Caller['call'] = (method, path, body, headers = {}) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const sent = {
      host,
      ...headers,
      ...(cookie !== undefined && { cookie }),
      ...(text && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    }
    const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
    const answer = last.then(() => send(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`))
    last = answer.catch(() => undefined)
    return answer
  }

  return {
    call,
    async ask<Result>(method: string, path: string, body?: object) {
      const answer = await call(method, path, body)
      const text = answer.body.toString()
      if (answer.status < 200 || answer.status > 299) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
      return JSON.parse(text) as Result
    },
    close: () => line?.close(),
  }
}
