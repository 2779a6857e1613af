import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'

const STARTER = `import { startPostgres } from '#test/postgres.ts'
const server = await startPostgres()
console.log(server ? new URL(server.url).port : 'none')
setInterval(() => {}, 1000)`

function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}

test('a throw-away server ends with whoever started it, also where that was killed', async ({ skip }) => {
  const starter = spawn(process.execPath, ['--input-type=module', '--eval', STARTER], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(starter.stdout, 'data')) as [Buffer]
  const port = Number(line.toString())
  if (Number.isNaN(port)) {
    starter.kill('SIGKILL')
    skip('there is no PostgreSQL server on this machine')
  }
  expect(await isOpen(port)).toBe(true)
  starter.kill('SIGKILL')
  await expect.poll(() => isOpen(port), { timeout: 20_000 }).toBe(false)
})
