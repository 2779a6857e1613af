import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Mutation } from '#prove/planted-bug.ts'

import { findCatcher, plant } from '#prove/plant-in-source.ts'
import { MUTATIONS } from '#prove/planted-bugs.ts'
import { startPostgres } from '#test/postgres.ts'

const ROOT = join(import.meta.dirname, '..')
const LEFT_OUT = new Set(['node_modules', '.git', 'data'])

/** A copy of the project whose pages count as built, where they are. */
async function copyProject(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'selvedge-mutation-'))
  const isWanted = (path: string) => !LEFT_OUT.has(path.slice(ROOT.length + 1))
  await cp(ROOT, copy, { recursive: true, preserveTimestamps: true, filter: isWanted })
  const now = new Date()
  await utimes(join(copy, 'build', 'server', 'index.js'), now, now).catch(() => undefined)
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Runs test files in the copy; true when all of them pass. */
function passes(copy: string, files: readonly string[]): Promise<boolean> {
  const vitest = join(copy, 'node_modules', 'vitest', 'vitest.mjs')
  const env = { ...process.env, PROVE_ENGINE: 'embedded' }
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vitest, 'run', '--bail', '1', ...files], { cwd: copy, env, stdio: 'ignore' })
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0))
  })
}

async function isCaught(copy: string, mutation: Mutation): Promise<boolean> {
  const { file, text } = plant(mutation, copy)
  const path = join(copy, file)
  const original = await readFile(path, 'utf8')
  await writeFile(path, text)
  try {
    return !(await passes(copy, [findCatcher(mutation, copy)]))
  } finally {
    await writeFile(path, original)
  }
}

async function hasServer(): Promise<boolean> {
  const server = await startPostgres()
  await server?.stop()
  return server !== undefined
}

/**
 * Plants each bug in a copy of the project and runs the tests that have to fail with it; those tests have to pass
 * without any bug first. True when every bug was caught.
 */
export async function tryMutations(
  names: readonly string[] | undefined,
  say: (line: string) => void,
): Promise<boolean> {
  const canRace = await hasServer()
  const chosen = MUTATIONS.filter(({ name }) => names?.some((part) => name.includes(part)) ?? true)
  const tried = chosen.filter(({ needsServer }) => canRace || !needsServer)
  for (const { name } of chosen.filter((each) => !tried.includes(each))) {
    say(`not tried, because this machine has no PostgreSQL server: ${name}`)
  }
  const copy = await copyProject()
  try {
    // One that does not fit the code ends this before the first test, not halfway.
    for (const mutation of tried) plant(mutation, copy)
    const catchers = [...new Set(tried.map((mutation) => findCatcher(mutation, copy)))]
    if (!(await passes(copy, catchers))) {
      say(`The tests fail without any bug: ${catchers.join(', ')}`)
      return false
    }
    let caught = 0
    for (const mutation of tried) {
      const begin = performance.now()
      const isFound = await isCaught(copy, mutation)
      if (isFound) caught += 1
      const seconds = Math.round((performance.now() - begin) / 1000)
      say(`${isFound ? 'caught ' : 'MISSED '} ${mutation.name} (${mutation.caughtBy}, ${seconds} s)`)
    }
    say(`${caught} of ${tried.length} bugs were caught.`)
    return caught === tried.length
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}
