import { Agent } from 'node:http'

import { createSender, type Answer } from '#prove/client.ts'

export interface Visit extends Omit<Answer, 'bytes'> {
  /** What the call is counted as. */
  kind: string
  text: string
}

export interface Ask {
  kind: string
  method?: string
  path: string
  body?: object | string | undefined
  headers?: Record<string, string> | undefined
}

export type Visitor = (origin: string, ask: Ask) => Promise<Visit>

/** A client with these cookies whose calls have a kind. It never rejects. */
export function createVisitor(cookie?: string, agent = new Agent({ keepAlive: true, maxSockets: 4 })): Visitor {
  const send = createSender(cookie, agent)
  return async (origin, { kind, method = 'GET', path, body, headers }) => {
    const { bytes, ...answer } = await send(origin, method, path, { body, headers })
    return { ...answer, kind, text: bytes.toString() }
  }
}
