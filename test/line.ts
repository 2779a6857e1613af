import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Line {
  /** The address of what the line leads to, through the line. */
  url: string
  /** Every connection breaks, and no other comes about. */
  cut(): void
}

/** A line to a server on this machine, which can be cut. */
export async function openLine(url: string): Promise<Line> {
  const target = new URL(url)
  const { hostname, port } = target
  const sockets = new Set<Socket>()
  const line = createServer((near) => {
    const far = connect(Number(port), hostname)
    near.pipe(far).pipe(near)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(line, 'listening')
  line.unref()
  const address = line.address()
  target.port = String(typeof address === 'object' ? address?.port : 0)
  return {
    url: target.href,
    cut() {
      line.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
