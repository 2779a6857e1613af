import { connect, type Socket } from 'node:net'
import { createHistogram } from 'node:perf_hooks'

import { bodyLength, HEAD_END } from './answer-reader.ts'

export interface FloodOptions {
  origin: string
  path: string
  headers?: Record<string, string>
  connections: number
  seconds: number
}

export interface Flood {
  perSecond: number
  p50Ms: number
  p99Ms: number
  answers: number
}

const RECEIVE_BYTES = 256 * 1024
const NS_PER_MS = 1e6

/**
 * Sends one and the same GET over so many connections for so long, on each the next one as soon as the last is answered
 * in full. Every answer must be a 200 with its length. It speaks to the socket itself because a client library would need
 * more of the shared processor than the server that is measured.
 */
export function flood({ origin, path, headers = {}, connections, seconds }: FloodOptions): Promise<Flood> {
  const { hostname, port, host } = new URL(origin)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const question = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  const times = createHistogram()
  const sockets: Socket[] = []
  const begin = performance.now()
  const until = begin + seconds * 1000
  let open = connections
  let answers = 0
  let last = begin

  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      for (const socket of sockets) socket.destroy()
      reject(error)
    }
    const finish = (socket: Socket) => {
      socket.destroy()
      open -= 1
      if (open > 0) return
      const perSecond = answers / ((last - begin) / 1000)
      resolve({
        perSecond,
        p50Ms: times.percentile(50) / NS_PER_MS,
        p99Ms: times.percentile(99) / NS_PER_MS,
        answers,
      })
    }
    const openOne = () => {
      let head = ''
      let missing = 0
      let sentAt = 0
      const ask = () => {
        sentAt = performance.now()
        socket.write(question)
      }
      const take = (bytes: number, buffer: Uint8Array) => {
        if (missing === 0) {
          head += Buffer.from(buffer.buffer, buffer.byteOffset, bytes).toString('latin1')
          const end = head.indexOf(HEAD_END)
          if (end === -1) return true
          if (!head.startsWith('HTTP/1.1 200 ')) throw new Error(`an unexpected answer:\n${head.slice(0, end)}`)
          missing = bodyLength(head.slice(0, end)) - (head.length - end - HEAD_END.length)
          head = ''
        } else {
          missing -= bytes
        }
        if (missing > 0) return true
        const now = performance.now()
        times.record(Math.max(1, Math.round((now - sentAt) * NS_PER_MS)))
        answers += 1
        last = now
        if (now < until) ask()
        else finish(socket)
        return true
      }
      const onread = {
        buffer: Buffer.alloc(RECEIVE_BYTES),
        callback(bytes: number, buffer: Uint8Array) {
          try {
            return take(bytes, buffer)
          } catch (error) {
            fail(error as Error)
            return false
          }
        },
      }
      const socket = connect({ host: hostname, port: Number(port), noDelay: true, onread }, ask)
      socket.on('error', fail)
      sockets.push(socket)
    }
    for (let index = 0; index < connections; index++) openOne()
  })
}
