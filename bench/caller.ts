import { Agent, request } from 'node:http'

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export interface Caller {
  /** One call on a connection that is kept; resolves with any status. The body is sent as JSON. */
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer>
  /** The same, resolved to the JSON of the answer; rejects when the status is not 2xx. */
  ask<Result>(method: string, path: string, body?: object): Promise<Result>
  close(): void
}

/** What every browser says of compression. */
export const BROTLI = { 'accept-encoding': 'gzip, deflate, br' }

/** A client with one connection of its own and, where given, a session's cookie. */
export function createCaller(origin: string, cookie?: string): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname, port } = new URL(origin)

  const call: Caller['call'] = (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const sent = {
        ...headers,
        ...(cookie !== undefined && { cookie }),
        ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      }
      const asked = request({ agent, hostname, port, method, path, headers: sent }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.once('error', reject)
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
        )
      })
      asked.once('error', reject)
      asked.end(text)
    })

  return {
    call,
    async ask<Result>(method: string, path: string, body?: object) {
      const answer = await call(method, path, body)
      const text = answer.body.toString()
      if (answer.status < 200 || answer.status > 299) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
      return JSON.parse(text) as Result
    },
    close: () => agent.destroy(),
  }
}
