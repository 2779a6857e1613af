import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

interface Check {
  name: string
  commands: string[][]
}

interface Count {
  passed: number
  failed: number
}

/** The part of Vitest's report that is counted here. */
interface Report {
  numPassedTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

const ROOT = join(import.meta.dirname, '..')
const BIN = join(ROOT, 'node_modules', '.bin')
const COMPILED = join(ROOT, 'node_modules', '.cache', 'compiled')

const NOTHING: Count = { passed: 0, failed: 0 }

const CHECKS: Check[] = [
  {
    name: 'types',
    commands: [
      ['react-router', 'typegen'],
      ['tsc', '--noEmit'],
    ],
  },
  { name: 'lock', commands: [['node', 'lint/lockfile.ts']] },
  { name: 'lint', commands: [['oxlint']] },
  { name: 'format', commands: [['oxfmt', '--check']] },
  { name: 'unused', commands: [['knip'], ['knip', '--production']] },
]

/**
 * Runs a program of the project under the project's own Node and resolves with whether it ended well. Node
 * caches what it compiles for the hundred and more processes of a run.
 */
function run([program = '', ...args]: string[]): Promise<boolean> {
  const env = { NODE_COMPILE_CACHE: COMPILED, ...process.env, PATH: [BIN, process.env.PATH].join(delimiter) }
  return new Promise((resolve, reject) => {
    const child = spawn(join(BIN, program), args, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] })
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0))
  })
}

async function runCheck({ name, commands }: Check): Promise<boolean> {
  console.log(`\n— ${name}`)
  for (const command of commands) {
    if (!(await run(command))) return false
  }
  return true
}

async function runChecks(): Promise<Count> {
  const count = { passed: 0, failed: 0 }
  for (const check of CHECKS) count[(await runCheck(check)) ? 'passed' : 'failed']++
  return count
}

async function runTests(filters: string[]): Promise<Count> {
  console.log('\n— tests')
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-report-'))
  const path = join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`]
    const isWell = await run(['vitest', 'run', ...reporters, ...filters])
    // There is no report if Vitest stopped before the first test.
    const count = existsSync(path) ? countTests(JSON.parse(await readFile(path, 'utf8')) as Report) : NOTHING
    // Vitest also fails for an error outside of every test, which its report does not count.
    return isWell ? count : { ...count, failed: Math.max(count.failed, 1) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A file that could not even be loaded has no tests to count and counts as one failure. */
function countTests({ numPassedTests, testResults }: Report): Count {
  const failed = testResults.map(({ status, assertionResults }) => {
    const failedTests = assertionResults.filter((result) => result.status === 'failed').length
    return status === 'failed' ? Math.max(failedTests, 1) : failedTests
  })
  return { passed: numPassedTests, failed: failed.reduce((sum, each) => sum + each, 0) }
}

const [mode, ...rest] = process.argv.slice(2)
const isChecksOnly = mode === '--checks'
const checks = await runChecks()
const tests = isChecksOnly ? NOTHING : await runTests(mode === undefined ? [] : [mode, ...rest])
const failed = checks.failed + tests.failed
console.log(`\n${checks.passed + tests.passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
