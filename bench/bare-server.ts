import { createServer } from 'node:http'

/** What the bare server is to answer, by address. */
export type BareServerAnswers = Map<string, { headers: Record<string, string>; body: Uint8Array }>

/**
 * What the shop is compared with, a process of its own: a bare `node:http` server that answers every address with the bytes
 * that it was given at its start, from memory. It ends with its parent.
 */
process.once('message', (answers: BareServerAnswers) => {
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '')
    if (answer) response.writeHead(200, answer.headers).end(answer.body)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (typeof address === 'object' && address) process.send?.(address.port)
  })
})
process.once('disconnect', () => process.exit())
