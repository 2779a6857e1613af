import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import type { BareServerAnswers } from './bare-server.ts'

const ROOT = join(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } }
/** What `npm start` gives to Node, and the service in docs/operations/install.md too. */
const START = scripts.start.split(' ').slice(1)
/** As in that service: the threads that compress share their memory, and once all is kept nothing strips types any more. */
export const SERVICE = { MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'compiled') }
/** Nothing else of the environment: no settings of a real shop may reach a measured one. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'BUILD_DIR']

/** Lines of the shop's log from the level of errors on. */
const SHOPS_FAULT = /^\{"level":[56]0,/

export interface Program {
  origin: string
  pid: number
  stop(): Promise<void>
}

function programOf(child: ChildProcess, origin: string, kill: () => void): Program {
  return {
    origin,
    pid: child.pid ?? 0,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      process.off('exit', kill)
    },
  }
}

/** Starts the bare server with these answers. */
export async function startBareServer(answers: BareServerAnswers): Promise<Program> {
  const child = fork(join(import.meta.dirname, 'bare-server.ts'), { serialization: 'advanced' })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.send(answers)
  const [port] = (await once(child, 'message')) as [number]
  return programOf(child, `http://127.0.0.1:${port}`, kill)
}

/**
 * Starts the whole shop as the service in docs/operations/install.md does, on a free port, without rate limits, and resolves once
 * it has told its address.
 */
export async function startShop(settings: Readonly<Record<string, string>>): Promise<Program> {
  const kept = Object.fromEntries(KEPT.map((name) => [name, process.env[name]]))
  const env = { ...kept, PORT: '0', RATE_LIMITS: 'off', DEMO_CATALOGUE: 'off', ...SERVICE, ...settings }
  const child = spawn(process.execPath, START, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const origin = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const port = /^\s*Shop\s+http:\S+:(\d+)$/.exec(line)?.[1]
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`)
      if (SHOPS_FAULT.test(line)) process.stderr.write(`${line}\n`)
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the shop ended with ${code} before it was open`)))
  })
  return programOf(child, origin, kill)
}
