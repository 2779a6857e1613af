import { PGliteDialect } from 'kysely'
import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Db } from '#server/db/database.ts'
import { createKysely } from '#server/db/kysely.ts'
import type { DatabaseAnswer, DatabaseQuery } from '#prove/kill-switch.ts'

import { WORDINGS } from '#contract/words/specified-wordings.ts'

const ROOT = process.env.PROVE_TREE ?? join(import.meta.dirname, '..')
/** Only these of the environment: no settings of a real shop may reach the one under test. */
const PASSED_ON = ['PATH', 'HOME', 'TMPDIR', 'BUILD_DIR', 'NODE_COMPILE_CACHE']
const READY_POLL_MS = 5
const READY_WITHIN_MS = 60_000

export interface ShopProcess {
  origin: string
  pid: number
  /** It had taken nothing up before. */
  startedAt: Date
  /** From the start of the process to its first `/readyz` with 200. */
  readySeconds: number
  /** The running shop's own database; on the embedded engine through the process itself, without transactions. */
  db: Db
  /** Error lines of the log, and everything on standard error. */
  complaints(): readonly string[]
  /** `kill -9`; resolves when the process is gone. */
  kill(): Promise<void>
  /** SIGTERM; resolves to the exit code. */
  stop(): Promise<number | null>
  /** Resolves, once the process is gone, to its exit code or the signal that ended it. */
  ended: Promise<number | string>
  hasEnded(): boolean
}

export interface ShopSettings {
  /** Environment of the server; `DATA_DIR` at least. */
  settings: Readonly<Record<string, string>>
  /** A name of `KILL_POINTS` and how often it is passed before the process dies there. */
  killAt?: { point: string; nth: number } | undefined
  /** The database that `DATABASE_URL` names; the caller closes it. */
  db?: Db | undefined
  /** False: the shop as it is, without the kill switch, and so without access to an embedded database. */
  hasSwitch?: boolean
  /** A worker instead of a process that serves. */
  isWorker?: boolean
  /** The folder of another release than this one. */
  tree?: string
}

type Engine = Exclude<ConstructorParameters<typeof PGliteDialect>[0]['pglite'], (...options: never) => unknown>

/** The process went away while it was asked for something. */
export class ShopGone extends Error {
  readonly how: number | string | undefined

  constructor(message: string, how?: number | string) {
    super(message)
    this.how = how
  }
}

/** The embedded database of the process, over the channel between the two processes. */
function openDatabaseThrough(child: ChildProcess): Db {
  let number = 0
  const waiting = new Map<number, { resolve: (answer: DatabaseAnswer) => void; reject: (error: Error) => void }>()
  child.on('message', (answer: DatabaseAnswer) => {
    waiting.get(answer.number)?.resolve(answer)
    waiting.delete(answer.number)
  })
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new ShopGone('the process ended before it answered'))
    waiting.clear()
  })
  const query = async (text: string, parameters: unknown[] = []) => {
    if (!child.connected) throw new ShopGone('the process has ended')
    const asked: DatabaseQuery = { number: (number += 1), text, parameters }
    const answer = await new Promise<DatabaseAnswer>((resolve, reject) => {
      waiting.set(asked.number, { resolve, reject })
      child.send(asked, (error) => error && reject(new ShopGone('the process has ended')))
    })
    if (answer.failure !== undefined) throw new Error(answer.failure)
    return { rows: answer.rows ?? [], affectedRows: answer.affectedRows, fields: [] }
  }
  const pglite: Engine = {
    closed: false,
    ready: true,
    waitReady: Promise.resolve(),
    close: async () => undefined,
    query: query as Engine['query'],
    transaction: () => Promise.reject(new Error('the channel to the embedded database has no transactions')),
  }
  return createKysely(new PGliteDialect({ pglite }))
}

function eachLine(stream: Readable | null, read: (line: string) => void): void {
  if (stream) createInterface({ input: stream }).on('line', read)
}

async function waitUntilReady(origin: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS
  while (performance.now() < until && child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    await sleep(READY_POLL_MS)
  }
  throw new ShopGone('the shop did not become ready', child.signalCode ?? child.exitCode ?? undefined)
}

/**
 * Starts the shop as `npm start` does, as a process of its own on a free port, with `kill-switch.ts` in it, and
 * resolves once it is ready. Rate limits and the demo catalogue are off unless `settings` say otherwise. It ends with
 * this process at the latest.
 */
export async function startShopProcess(options: ShopSettings): Promise<ShopProcess> {
  const { settings, killAt, db, hasSwitch = true, isWorker = false, tree = ROOT } = options
  const [begin, startedAt] = [performance.now(), new Date()]
  const env = {
    ...Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name]])),
    PORT: '0',
    RATE_LIMITS: 'off',
    DEMO_CATALOGUE: 'off',
    LOG_LEVEL: 'warn',
    ...settings,
    ...(killAt && { PROVE_KILL_AT: `${killAt.point}:${killAt.nth}` }),
  }
  const child = spawn(
    process.execPath,
    [
      ...(hasSwitch ? ['--import', '#prove/kill-switch.ts'] : []),
      'server/start/main.ts',
      ...(isWorker ? ['--worker'] : []),
    ],
    {
      cwd: tree,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      serialization: 'advanced',
    },
  )
  const killNow = () => void child.kill('SIGKILL')
  process.once('exit', killNow)
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => {
      process.off('exit', killNow)
      resolve(signal ?? code ?? 'unknown')
    })
  })
  const complaints: string[] = []
  const origin = await new Promise<string>((resolve, reject) => {
    eachLine(child.stderr, (line) => complaints.push(line))
    eachLine(child.stdout, (line) => {
      const port = /^\s*(?:Shop|Health)\s+http:\S+:(\d+)(?:\/readyz)?$/.exec(line)?.[1]
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
      if (/^\{"level":[56]0,/.test(line)) complaints.push(line)
      // The cause of an unexpected error is only in the log.
      if (line.includes(`"msg":"${WORDINGS.fallback}"`)) process.stderr.write(`${line}\n`)
    })
    child.once('error', reject)
    void ended.then((how) =>
      reject(new ShopGone(`the shop ended with ${how} before it was open\n${complaints.join('\n')}`, how)),
    )
  })
  await waitUntilReady(origin, child)
  return {
    origin,
    pid: child.pid ?? 0,
    startedAt,
    readySeconds: (performance.now() - begin) / 1000,
    db: db ?? openDatabaseThrough(child),
    complaints: () => complaints,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
      return child.exitCode
    },
    ended,
    hasEnded,
  }
}
