import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { childEnvironment } from '#server/start/child-process-environment.ts'
import { StartupError } from '#server/start/startup-error.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const SOURCES = ['app', 'contract', 'public', 'vite.config.ts', 'react-router.config.ts', 'package-lock.json']

function newestChange(path: string): number {
  const entries = statSync(path).isDirectory() ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : []
  return Math.max(...['', ...entries].map((entry) => statSync(join(path, entry)).mtimeMs))
}

function isFresh(buildDir: string): boolean {
  const built = join(buildDir, 'server', 'index.js')
  if (!existsSync(built)) return false
  const sources = SOURCES.map((source) => join(ROOT, source)).filter((path) => existsSync(path))
  return Math.max(...sources.map(newestChange)) <= statSync(built).mtimeMs
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
  if (isFresh(buildDir)) return
  const builder = builderPath()
  if (!builder && existsSync(join(buildDir, 'server', 'index.js'))) return
  if (!builder) {
    throw new StartupError('The pages are not built: run `npm ci` with development packages, then `npm run build`.')
  }
  say('Building the pages …')
  try {
    const env = childEnvironment({ NODE_ENV: 'production' })
    await promisify(execFile)(process.execPath, [builder, 'build'], { cwd: ROOT, env, maxBuffer: Infinity })
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string }
    throw new StartupError(`The pages could not be built.\n${stdout}${stderr}`, { cause })
  }
}
