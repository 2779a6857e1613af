import { Agent, request } from 'node:http'

/** What came of a call. Status 0: the connection ended before an answer; nobody knows what the call did. */
export interface Reply {
  status: number
  body: Record<string, unknown>
}

export interface CallOptions {
  body?: object | string | undefined
  headers?: Record<string, string>
  /** The client goes away after so long, whatever the server does. */
  leaveAfterMs?: number | undefined
}

export type Client = (origin: string, method: string, path: string, options?: CallOptions) => Promise<Reply>

const NO_ANSWER_MS = 60_000
const agent = new Agent({ keepAlive: true, maxSockets: 256 })

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** A client with these cookies. It never rejects: a lost connection is an outcome like any other. */
export function createClient(cookie?: string): Client {
  return (origin, method, path, { body, headers = {}, leaveAfterMs } = {}) =>
    new Promise((resolve) => {
      const text = typeof body === 'object' ? JSON.stringify(body) : body
      const { hostname, port } = new URL(origin)
      const sent = {
        ...(cookie !== undefined && { cookie }),
        ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...headers,
      }
      const lost = () => resolve({ status: 0, body: {} })
      const asked = request({ agent, hostname, port, method, path, headers: sent }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.once('error', lost)
        answer.once('close', lost)
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, body: parse(Buffer.concat(chunks).toString()) }),
        )
      })
      asked.once('error', lost)
      asked.setTimeout(NO_ANSWER_MS, () => asked.destroy())
      asked.end(text)
      if (leaveAfterMs !== undefined) setTimeout(() => asked.destroy(), leaveAfterMs)
    })
}

/** Ends the connections that are kept for the next call. */
export const closeConnections = (): void => agent.destroy()
