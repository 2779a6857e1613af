import { flood } from './flood.ts'
import { startBareServer } from './programs.ts'

const BODY_BYTES = 6000
const SECONDS = 0.3

export interface ReferenceServer {
  /** Requests per second that a bare server answers at this moment: how fast, and how busy, the machine is. */
  perSecond(): Promise<number>
  stop(): Promise<void>
}

/** A bare server to measure beside work that has no counterpart of its own. */
export async function startReferenceServer(): Promise<ReferenceServer> {
  const answer = { headers: { 'content-length': String(BODY_BYTES) }, body: Buffer.alloc(BODY_BYTES, 'a') }
  const server = await startBareServer(new Map([['/', answer]]))
  const perSecond = async () =>
    (await flood({ origin: server.origin, path: '/', connections: 16, seconds: SECONDS })).perSecond
  await perSecond()
  return { perSecond, stop: () => server.stop() }
}
