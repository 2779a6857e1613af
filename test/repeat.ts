import { spawn } from 'node:child_process'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'

import { runVitest, type Report } from '#test/run-vitest.ts'

/** What takes the processor in every second round, until its input ends. */
const LOAD = `process.stdin.on('end', () => process.exit()).resume()
const spin = () => { const end = Date.now() + 100; while (Date.now() < end); setImmediate(spin) }
spin()`
const LOAD_PROCESSES = 2

interface Failure {
  test: string
  rounds: number[]
  /** The first sentence of the first failure. */
  why: string
}

function startLoad(): () => void {
  const processes = Array.from({ length: LOAD_PROCESSES }, () =>
    spawn(process.execPath, ['--eval', LOAD], { stdio: ['pipe', 'ignore', 'ignore'] }),
  )
  return () => processes.forEach((each) => each.kill('SIGKILL'))
}

const firstLine = (text = '') => text.split('\n', 1)[0] ?? ''

/** The tests that failed, and the files that could not be loaded. */
function failuresOf({ testResults }: Report): { test: string; why: string }[] {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [{ test: file, why: firstLine(message) }] : []
    return failed.map(({ fullName, failureMessages }) => ({
      test: `${file} > ${fullName}`,
      why: firstLine(failureMessages[0]),
    }))
  })
}

async function playRound(seed: number, filters: string[]): Promise<{ test: string; why: string }[]> {
  const { isWell, report } = await runVitest([
    '--reporter=dot',
    '--sequence.shuffle.files',
    '--sequence.shuffle.tests',
    `--sequence.seed=${seed}`,
    ...filters,
  ])
  const failures = report ? failuresOf(report) : []
  return isWell || failures.length > 0
    ? failures
    : [{ test: 'the run itself', why: 'It failed outside of every test.' }]
}

/**
 * `npm run repeat -- 20 server/cart`: runs tests again and again, in another order each time and every second time
 * beside a load, and lists each that failed once. Without a filter it runs all. Another `--seed` gives other orders.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: 'string', default: '1' } },
  })
  const [times = '20', ...filters] = positionals
  if (!/^[1-9]\d*$/.test(times) || !/^\d+$/.test(values.seed)) {
    throw new Error('Say how often: npm run repeat -- 20 [--seed 1] [a part of a path …]')
  }
  const found = new Map<string, Failure>()
  for (let round = 1; round <= Number(times); round++) {
    const isLoaded = round % 2 === 0
    console.log(`\n— round ${round} of ${times}${isLoaded ? ', beside a load' : ''}`)
    const stop = isLoaded ? startLoad() : () => undefined
    for (const { test, why } of await playRound(Number(values.seed) + round, filters).finally(stop)) {
      const failure = found.get(test) ?? { test, rounds: [], why }
      failure.rounds.push(round)
      found.set(test, failure)
    }
  }
  for (const { test, rounds, why } of found.values()) {
    console.log(`\nfailed in round ${rounds.join(', ')}: ${test}\n  ${why}`)
  }
  console.log(`\n${found.size} tests failed at least once in ${times} rounds.`)
  process.exitCode = found.size === 0 ? 0 : 1
}

await main()
