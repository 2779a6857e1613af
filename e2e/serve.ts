import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { makeDataDir } from '#test/data-dir.ts'

const ROOT = join(import.meta.dirname, '..')

const OWN_SETTINGS = { PORT: '0', RATE_LIMITS: 'off', AVIF: 'off', LOG_LEVEL: 'warn' }

export interface ServedShop {
  origin: string
  admin: { email: string; password: string }
  /** The shop's whole output so far, with its logs. */
  output(): string
  /** Stops the shop by SIGTERM, deletes its data and returns its exit code. */
  stop(): Promise<number | null>
}

/**
 * Starts the whole shop like `npm start`, as a process of its own on a free port, with an empty database and the demo catalogue.
 * It first builds the pages if they are missing or outdated. Resolves once the shop is open.
 *
 * Rate limits are off, because all customers have one address, and AVIF is off to save time. `settings` overrides both, and any
 * other setting.
 */
export async function serveShop(settings: Readonly<Record<string, string>> = {}): Promise<ServedShop> {
  const folder = await makeDataDir()
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: { ...outsideSettings(), ...OWN_SETTINGS, DATA_DIR: folder, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // The shop is stopped even if the tests crash.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const lines: string[] = []
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    process.off('exit', kill)
    await rm(folder, { recursive: true, force: true })
    return child.exitCode
  }
  try {
    const opening = await readOpening(child, lines)
    return { ...opening, output: () => lines.join('\n'), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The environment without settings that would connect the shop to a real database, mail server or payment provider. */
function outsideSettings(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'BUILD_DIR', 'NODE_OPTIONS', 'NODE_COMPILE_CACHE']
  return Object.fromEntries(kept.map((name) => [name, process.env[name]]))
}

/** Reads the shop's output until it has printed its address and the first administrator's password. */
function readOpening(child: ChildProcess, lines: string[]): Promise<Pick<ServedShop, 'origin' | 'admin'>> {
  return new Promise((resolve, reject) => {
    let origin: string | undefined
    let email: string | undefined
    let password: string | undefined
    const read = (line: string): void => {
      lines.push(line)
      origin ??= /^\s*Shop\s+(https?:\S+)$/.exec(line)?.[1]
      email ??= /^\s*E-mail\s+(\S+)$/.exec(line)?.[1]
      password ??= /^\s*Password\s+(\S+)$/.exec(line)?.[1]
      if (origin && email && password) resolve({ origin, admin: { email, password } })
    }
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', read)
    }
    child.once('error', reject)
    child.once('close', (code) =>
      reject(new Error(`The shop ended with ${code} before it was open:\n${lines.join('\n')}`)),
    )
  })
}
