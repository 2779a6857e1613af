import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'

/** What the bare server answers, by address. */
export type BareServerAnswers = Map<string, { headers: Record<string, string>; body: Uint8Array }>

/** Answers every address with the bytes that were given for it, from memory. It ends with its parent. */
function serve(answers: BareServerAnswers): void {
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '')
    if (answer) response.writeHead(200, answer.headers).end(answer.body)
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    if (typeof address === 'object' && address) process.send?.(address.port)
  })
}

if (import.meta.main) {
  process.once('message', serve)
  process.once('disconnect', () => process.exit())
}

/** Starts what the shop is compared with, a process of its own: a bare `node:http` server. */
export async function startBareServer(answers: BareServerAnswers) {
  const child = fork(import.meta.filename, { serialization: 'advanced' })
  child.send(answers)
  const [port] = (await once(child, 'message')) as [number]
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
