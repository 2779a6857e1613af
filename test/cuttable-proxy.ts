import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

interface CuttableProxy {
  /** The address of the server, through the proxy. */
  url: string
  /** Breaks every connection and refuses new ones. */
  cut(): void
}

/** A TCP proxy to a server on this machine, whose connections can be cut. */
export async function openCuttableProxy(url: string): Promise<CuttableProxy> {
  const target = new URL(url)
  const { hostname, port } = target
  const sockets = new Set<Socket>()
  const proxy = createServer((near) => {
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
  await once(proxy, 'listening')
  proxy.unref()
  const address = proxy.address()
  target.port = String(typeof address === 'object' ? address?.port : 0)
  return {
    url: target.href,
    cut() {
      proxy.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
