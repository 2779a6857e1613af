import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { childEnvironment } from '#server/child-environment.ts'
import { StartupError } from '#server/startup-error.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const SOURCES = ['app', 'contract', 'public', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json']

async function newestChange(path: string): Promise<number> {
  if (!existsSync(path)) return 0
  const stats = statSync(path)
  if (!stats.isDirectory()) return stats.mtimeMs
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.reduce(
    (newest, entry) => Math.max(newest, statSync(join(entry.parentPath, entry.name)).mtimeMs),
    stats.mtimeMs,
  )
}

async function isFresh(buildDir: string): Promise<boolean> {
  const built = join(buildDir, 'server', 'index.js')
  if (!existsSync(built)) return false
  const changes = await Promise.all(SOURCES.map((source) => newestChange(join(ROOT, source))))
  return Math.max(...changes) <= statSync(built).mtimeMs
}

function builderPath(): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('@react-router/dev/package.json')), 'bin.cjs')
  } catch {
    return undefined
  }
}

/**
 * Builds the pages when the build is missing or older than their sources. Without the development packages an existing
 * build is used as it is, and a missing one is a `StartupError`.
 */
export async function ensureBuild(buildDir: string, say: (line: string) => void): Promise<void> {
  if (await isFresh(buildDir)) return
  const builder = builderPath()
  if (!builder && existsSync(join(buildDir, 'server', 'index.js'))) return
  if (!builder) {
    throw new StartupError('The pages are not built: run `npm ci` with development packages, then `npm run build`.')
  }
  say('Building the pages …')
  const output: string[] = []
  const child = spawn(process.execPath, [builder, 'build'], {
    cwd: ROOT,
    env: childEnvironment({ NODE_ENV: 'production' }),
  })
  child.stdout.on('data', (chunk) => output.push(String(chunk)))
  child.stderr.on('data', (chunk) => output.push(String(chunk)))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  if (code !== 0) throw new StartupError(`The pages could not be built.\n${output.join('')}`)
}
