import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'

import { noteConnection, ownTurn } from '#server/turns.ts'

test('works begin one in a turn of the event loop, in the order in which they asked', async () => {
  const seen: string[] = []
  const work = async (name: string) => {
    await ownTurn()
    seen.push(name)
    setImmediate(() => seen.push(`what came during ${name}`))
  }
  await Promise.all([work('first'), work('second')])
  expect(seen).toEqual(['first', 'what came during first', 'second'])
})

test('a crowd that comes at once is let in before most of the work that waits', async () => {
  const [visitors, pieces] = [60, 60]
  let [begun, letIn] = [0, 0]
  const begunBefore: number[] = []
  const server = createServer((socket) => {
    noteConnection()
    letIn += 1
    begunBefore.push(begun)
    socket.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const crowd = Array.from({ length: visitors }, () => connect(port, '127.0.0.1').resume())
  const work = async () => {
    await ownTurn()
    begun += 1
    for (const end = performance.now() + 5; performance.now() < end;);
  }
  await Promise.all([...Array.from({ length: pieces }, work), ...crowd.map((socket) => once(socket, 'close'))])
  server.close()
  expect(letIn).toBe(visitors)
  expect(begunBefore.at(-1)).toBeLessThan(pieces / 2)
})
