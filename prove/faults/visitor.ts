import { Agent, request } from 'node:http'

/** How a call ended. `refused`: no connection was made. `cut`: it was sent, and no whole answer came back. */
export type Ending = 'answered' | 'refused' | 'cut'

export interface Visit {
  /** What the call is counted as. */
  kind: string
  ending: Ending
  /** 0 where nothing was answered. */
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** From the start of the program, in milliseconds. */
  begunAt: number
  endedAt: number
}

export interface Ask {
  kind: string
  method?: string
  path: string
  body?: object | string | undefined
  headers?: Record<string, string> | undefined
}

export type Visitor = (origin: string, ask: Ask) => Promise<Visit>

const PATIENCE_MS = 40_000

/** A client with these cookies and connections that are kept. It never rejects: every ending is told. */
export function createVisitor(cookie?: string, agent = new Agent({ keepAlive: true, maxSockets: 4 })): Visitor {
  return (origin, { kind, method = 'GET', path, body, headers = {} }) =>
    new Promise((resolve) => {
      const text = typeof body === 'object' ? JSON.stringify(body) : body
      const { hostname, port } = new URL(origin)
      const begunAt = performance.now()
      let isConnected = false
      const end = (ending: Ending, answered: Pick<Visit, 'status' | 'headers' | 'text'>) =>
        resolve({ kind, ending, begunAt, endedAt: performance.now(), ...answered })
      const lose = () => end(isConnected ? 'cut' : 'refused', { status: 0, headers: {}, text: '' })
      const sent = {
        ...(cookie !== undefined && { cookie }),
        ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        ...headers,
      }
      const asked = request({ agent, hostname, port, method, path, headers: sent }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.once('error', lose)
        answer.once('end', () => {
          const { statusCode = 0, headers: answered, complete } = answer
          if (!complete) return lose()
          end('answered', { status: statusCode, headers: answered, text: Buffer.concat(chunks).toString() })
        })
      })
      asked.once('socket', (socket) => {
        isConnected = !socket.connecting
        if (socket.connecting) socket.once('connect', () => (isConnected = true))
      })
      asked.once('error', lose)
      asked.setTimeout(PATIENCE_MS, () => asked.destroy())
      asked.end(text)
    })
}
