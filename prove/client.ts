import { Agent, request, type IncomingHttpHeaders } from 'node:http'

/** How a call ended. `refused`: no connection was made. `cut`: it was sent, and no whole answer came back. */
type Ending = 'answered' | 'refused' | 'cut'

export interface Answer {
  ending: Ending
  /** 0 if there was no answer; then nobody knows what the call did. */
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  /** From the start of the program, in milliseconds. */
  begunAt: number
  endedAt: number
}

export interface CallOptions {
  body?: object | string | undefined
  headers?: Record<string, string> | undefined
  /** The client gives up after this time, whatever the server does. */
  leaveAfterMs?: number | undefined
}

type Send = (origin: string, method: string, path: string, options?: CallOptions) => Promise<Answer>

const NO_ANSWER_MS = 60_000
const shared = new Agent({ keepAlive: true, maxSockets: 256 })

/** Sends calls with these cookies; an object goes as JSON. It never rejects: a lost connection is a result too. */
export function createSender(cookie?: string, agent: Agent = shared): Send {
  return (origin, method, path, { body, headers = {}, leaveAfterMs } = {}) =>
    new Promise((resolve) => {
      const text = typeof body === 'object' ? JSON.stringify(body) : body
      const { hostname, port } = new URL(origin)
      const begunAt = performance.now()
      let isConnected = false
      const end = (ending: Ending, answered: Pick<Answer, 'status' | 'headers' | 'bytes'>) =>
        resolve({ ending, begunAt, endedAt: performance.now(), ...answered })
      const lose = () => end(isConnected ? 'cut' : 'refused', { status: 0, headers: {}, bytes: Buffer.alloc(0) })
      const sent = {
        ...(cookie !== undefined && { cookie }),
        ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...headers,
      }
      const asked = request({ agent, hostname, port, method, path, headers: sent }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.once('error', lose)
        answer.once('close', lose)
        answer.once('end', () => {
          if (!answer.complete) return lose()
          end('answered', { status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) })
        })
      })
      asked.once('socket', (socket) => {
        isConnected = !socket.connecting
        if (socket.connecting) socket.once('connect', () => (isConnected = true))
      })
      asked.once('error', lose)
      asked.setTimeout(NO_ANSWER_MS, () => asked.destroy())
      asked.end(text)
      if (leaveAfterMs !== undefined) setTimeout(() => asked.destroy(), leaveAfterMs)
    })
}

/** Status and JSON of an answer; the body is `{}` where it is not a JSON object. */
export interface Reply {
  status: number
  body: Record<string, unknown>
}

export type Client = (origin: string, method: string, path: string, options?: CallOptions) => Promise<Reply>

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Sends calls with these cookies and reads what is answered as JSON. It never rejects. */
export function createClient(cookie?: string): Client {
  const send = createSender(cookie)
  return async (...call) => {
    const { status, bytes } = await send(...call)
    return { status, body: parse(bytes.toString()) }
  }
}

/** Closes the idle connections. */
export const closeConnections = (): void => shared.destroy()
