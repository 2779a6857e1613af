import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)
const PASSWORD = 'throw-away'
const START_BUDGET_MS = 30_000

/** Settings of a server that loses nothing in a crash. */
export const DURABLE = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' }

/** PostgreSQL refuses to run as root; then it runs as this user. */
export interface Runner {
  uid: number
  gid: number
}

export interface TestServer {
  url: string
  /** Ends every connection and starts the same server again, as an administrator's restart does. */
  restart(): Promise<void>
  /** Ends every connection and starts the same server again as a standby that receives nothing, until `promote`. */
  demote(): Promise<void>
  promote(): Promise<void>
  /** All of its processes stand still where they are, until `thaw`; connections stay open, and nothing is answered. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** Ends all of its processes at once, as a crash does; `restart` starts it again. */
  kill(): Promise<void>
  /**
   * Starts a second server that follows this one; the caller stops it before this one. Undefined without pg_basebackup.
   */
  startStandby(): Promise<TestServer | undefined>
  stop(): Promise<void>
}

/**
 * Folder with all of these programs of PostgreSQL, the newest if there are several; undefined where none is installed.
 */
export function findBinaries(programs: readonly string[]): string | undefined {
  const root = '/usr/lib/postgresql'
  const packaged = existsSync(root)
    ? readdirSync(root)
        .toSorted((a, b) => Number(b) - Number(a))
        .map((version) => join(root, version, 'bin'))
    : []
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...packaged]
  return folders.find((folder) => programs.every((program) => existsSync(join(folder, program))))
}

/** The user that PostgreSQL runs as here; undefined if this process is not root. */
export async function findRunner(): Promise<Runner | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    } catch {
      // No such user; the next one may exist.
    }
  }
  return undefined
}

/** Below those that the system gives to connections, and to servers that name none. */
const PORTS = { first: 20_000, count: 12_000 }

/** A free port of the loopback, which nothing else takes by chance before its server listens or while it restarts. */
export async function findPort(): Promise<number> {
  for (;;) {
    const port = PORTS.first + randomInt(PORTS.count)
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
      server.close()
      await once(server, 'close')
      return port
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}

/** Resolves when PostgreSQL answers at `url`; rejects when `server` has ended, and after half a minute. */
export async function waitUntilReady(url: string, server: ChildProcess): Promise<void> {
  const until = performance.now() + START_BUDGET_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (server.exitCode !== null || performance.now() > until) throw error
      await sleep(50)
    }
  }
}

/** Where the programs are, which user they run as, and what they start with. */
interface Setting {
  binaries: string
  options: { cwd: string; env: NodeJS.ProcessEnv; uid?: number; gid?: number }
  parameters: Record<string, string>
}

/** A folder of PostgreSQL's own with the password in a file. */
async function openHome(binaries: string, settings: Record<string, string>): Promise<Setting> {
  const runner = await findRunner()
  const home = mkdtempSync(join(tmpdir(), 'selvedge-postgres-'))
  const passwordFile = join(home, 'password')
  writeFileSync(passwordFile, PASSWORD)
  if (runner) for (const path of [home, passwordFile]) chownSync(path, runner.uid, runner.gid)
  const quick = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }
  return {
    binaries,
    options: { cwd: home, env: { ...process.env, LC_ALL: 'C.UTF-8', PGPASSWORD: PASSWORD }, ...runner },
    parameters: { ...quick, ...settings },
  }
}

/**
 * Starts a throw-away PostgreSQL server on a free port of the loopback, from what is installed on this machine;
 * undefined where nothing is. It is fast and may lose data in a crash (no fsync) unless `settings` are `DURABLE`.
 */
export async function startPostgres(settings: Record<string, string> = {}): Promise<TestServer | undefined> {
  const binaries = findBinaries(['initdb', 'postgres'])
  if (!binaries) return undefined
  const setting = await openHome(binaries, settings)
  const words = '-D cluster -U postgres --auth=scram-sha-256 --pwfile=password -E UTF8 --no-sync'
  await run(join(binaries, 'initdb'), words.split(' '), setting.options)
  return runServer(setting)
}

/** A standby with what the server on this port holds, which follows it from now on. */
async function startFollower({ port }: { port: number }, first: Setting): Promise<TestServer | undefined> {
  // Debian's own folder has it; other folders may have only some of the programs.
  const binaries = findBinaries(['pg_basebackup'])
  if (!binaries) return undefined
  const setting = await openHome(first.binaries, first.parameters)
  const words = `-h 127.0.0.1 -p ${port} -U postgres -D cluster --write-recovery-conf --checkpoint=fast --no-sync`
  await run(join(binaries, 'pg_basebackup'), words.split(' '), setting.options)
  return runServer(setting)
}

/**
 * Ends a server and removes its folder once this process is gone, however it went: a process that is killed cleans up
 * nothing. Returns what calls that off.
 */
function endAfterThisProcess(pid: number, home: string): () => void {
  const script = 'cat; kill -CONT "$0"; kill -QUIT "$0"; sleep 1; rm -rf "$1"'
  const guard = spawn('sh', ['-c', script, String(pid), home], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  guard.unref()
  return () => {
    guard.kill('SIGKILL')
    guard.stdin.destroy()
  }
}

/** Runs what the folder holds. */
async function runServer(setting: Setting): Promise<TestServer> {
  const { binaries, options, parameters: settings } = setting
  const home = options.cwd
  const cluster = join(home, 'cluster')
  const port = await findPort()
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`
  const own = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '' }
  const parameters = Object.entries({ ...settings, ...own }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

  let server: ChildProcess
  let callOff = () => {}
  async function start() {
    server = spawn(join(binaries, 'postgres'), ['-D', cluster, ...parameters], { ...options, stdio: 'ignore' })
    callOff()
    if (server.pid !== undefined) callOff = endAfterThisProcess(server.pid, home)
    await waitUntilReady(url, server)
  }
  async function end() {
    if (server.exitCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGINT') // "fast": ends the connections and shuts down cleanly
    await ended
  }
  const frozen = new Set<number>()
  function thaw() {
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
    frozen.clear()
  }
  process.once('exit', thaw)
  await start()
  return {
    url,
    async restart() {
      await end()
      await start()
    },
    async demote() {
      await end()
      writeFileSync(join(cluster, 'standby.signal'), '')
      await start()
    },
    async promote() {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query('select pg_promote()')
      await client.end()
    },
    async freeze() {
      const main = String(server.pid)
      const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', main])
      // The main process first, so that it starts no other one meanwhile.
      for (const pid of [main, ...stdout.trim().split(/\s+/)].map(Number)) {
        process.kill(pid, 'SIGSTOP')
        frozen.add(pid)
      }
    },
    thaw: async () => thaw(),
    async kill() {
      const ended = once(server, 'exit')
      server.kill('SIGQUIT')
      await ended
    },
    startStandby: () => startFollower({ port }, setting),
    async stop() {
      process.off('exit', thaw)
      thaw()
      await end()
      callOff()
      rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    },
  }
}
