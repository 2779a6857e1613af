import { runProgram, runVitest, type Report } from '#test/run-vitest.ts'

interface Check {
  name: string
  commands: string[][]
}

interface Count {
  passed: number
  failed: number
}

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

async function runCheck({ name, commands }: Check): Promise<boolean> {
  console.log(`\n— ${name}`)
  for (const command of commands) {
    if (!(await runProgram(command))) return false
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
  const { isWell, report } = await runVitest(['--reporter=default', ...filters])
  const count = report ? countTests(report) : NOTHING
  // Vitest also fails for an error outside of every test, which its report does not count.
  return isWell ? count : { ...count, failed: Math.max(count.failed, 1) }
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
