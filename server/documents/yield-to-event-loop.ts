import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

/** Lets other calls run between two queries: the embedded engine answers without giving the event loop back. */
export const yieldToEventLoop = () => setImmediate()

/**
 * The pieces of a long file, with a pause after each that is as long as the piece took, so that other calls get half of
 * the time.
 */
export async function* paced<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  let began = performance.now()
  for await (const piece of pieces) {
    const tookMs = performance.now() - began
    yield piece
    await sleep(tookMs)
    began = performance.now()
  }
}
