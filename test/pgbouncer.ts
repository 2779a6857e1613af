import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { findPort, findRunner, waitUntilReady } from '#test/postgres.ts'

/** The handbook's own file, so that what it recommends is what is tried. */
const CONFIGURATION = fileURLToPath(new URL('../docs/operations/pooler/pgbouncer.ini', import.meta.url))

const findPgbouncer = () =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, 'pgbouncer'))
    .find((path) => existsSync(path))

/** Whether this machine has PgBouncer. */
export const hasPgbouncer = (): boolean => findPgbouncer() !== undefined

export interface TestPooler {
  /** The same database as the server's, through the pooler. */
  url: string
  /** Breaks every connection; a new PgBouncer then answers at the same address. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts PgBouncer on a free port of the loopback before the database at `databaseUrl`, as the handbook configures it.
 */
export async function startPooler(
  databaseUrl: string,
  mode: 'session' | 'transaction' | 'statement',
  { connections = 8 }: { connections?: number } = {},
): Promise<TestPooler> {
  const program = findPgbouncer()
  if (program === undefined) throw new Error('this machine has no PgBouncer')
  const runner = await findRunner()
  const home = mkdtempSync(join(tmpdir(), 'selvedge-pooler-'))
  const server = new URL(databaseUrl)
  const url = new URL(databaseUrl)
  url.port = String(await findPort())
  const values: Record<string, string> = {
    database: server.pathname.slice(1),
    'server-host': server.hostname,
    'server-port': server.port,
    'listen-port': url.port,
    'auth-file': join(home, 'users.txt'),
    'pool-mode': mode,
    connections: String(connections),
  }
  const text = (await readFile(CONFIGURATION, 'utf8')).replaceAll(/@([\w-]+)@/g, (whole, name: string) => {
    return values[name] ?? whole
  })
  const files = { 'pgbouncer.ini': text, 'users.txt': `"${server.username}" "${server.password}"\n` }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(home, name), content)
  if (runner) for (const path of ['', ...Object.keys(files)]) chownSync(join(home, path), runner.uid, runner.gid)

  let pooler: ChildProcess
  async function start() {
    pooler = spawn(program!, ['--quiet', join(home, 'pgbouncer.ini')], { cwd: home, stdio: 'ignore', ...runner })
    await waitUntilReady(url.href, pooler)
  }
  async function end() {
    if (pooler.exitCode !== null || pooler.signalCode !== null) return
    const ended = once(pooler, 'exit')
    pooler.kill('SIGKILL')
    await ended
  }
  const cleanUp = () => {
    pooler.kill('SIGKILL')
    rmSync(home, { recursive: true, force: true })
  }
  process.once('exit', cleanUp)
  await start()
  return {
    url: url.href,
    async restart() {
      await end()
      await start()
    },
    async stop() {
      process.off('exit', cleanUp)
      await end()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
