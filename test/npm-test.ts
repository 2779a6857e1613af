import { runProgram, runVitest, type Report } from '#test/run-vitest.ts'

interface Check {
  name: string
  /** They run one after another. */
  commands: string[][]
}

interface Count {
  passed: number
  failed: number
}

const NOTHING: Count = { passed: 0, failed: 0 }

/** Writes the types of the routes, which several checks read. */
const TYPES_OF_ROUTES = ['react-router', 'typegen']

const CHECKS: Check[] = [
  { name: 'types', commands: [['tsc', '--noEmit']] },
  { name: 'lock', commands: [['node', 'lint/lockfile.ts']] },
  { name: 'lint', commands: [['oxlint']] },
  { name: 'format', commands: [['oxfmt', '--check']] },
  { name: 'unused', commands: [['knip'], ['knip', '--production']] },
]

/** Shows what a check says when it has ended, because others run beside it. */
async function runCheck({ name, commands }: Check): Promise<boolean> {
  let said = ''
  let isWell = true
  for (const command of commands) isWell &&= await runProgram(command, (text) => (said += text))
  console.log(`\n— ${name}\n${said}`.trimEnd())
  return isWell
}

async function runChecks(): Promise<Count> {
  if (!(await runProgram(TYPES_OF_ROUTES))) return { passed: 0, failed: 1 }
  const outcomes = await Promise.all(CHECKS.map(runCheck))
  const passed = outcomes.filter(Boolean).length
  return { passed, failed: outcomes.length - passed }
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
