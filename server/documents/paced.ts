import { setImmediate, setTimeout as sleep } from 'node:timers/promises'

/** Lets other calls run between two queries: the embedded engine answers without giving the event loop back. */
export const letOthersRun = () => setImmediate()

/** The pieces of a long file, each followed by a pause as long as it took: half of the time is everybody else's. */
export async function* paced<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  let began = performance.now()
  for await (const piece of pieces) {
    const tookMs = performance.now() - began
    yield piece
    await sleep(tookMs)
    began = performance.now()
  }
}
