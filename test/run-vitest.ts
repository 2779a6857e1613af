import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const BIN = join(ROOT, 'node_modules', '.bin')
const COMPILED = join(ROOT, 'node_modules', '.cache', 'compiled')

/** The part of Vitest's report that is read here. */
export interface Report {
  numPassedTests: number
  testResults: {
    /** The path of the file. */
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/**
 * Runs a program of the project under the project's own Node and resolves with whether it ended well. Node caches what
 * it compiles for the hundred and more processes of a run. What the program writes is shown at once, or goes to `hear`.
 */
export function runProgram([program = '', ...args]: string[], hear?: (text: string) => void): Promise<boolean> {
  const env = { NODE_COMPILE_CACHE: COMPILED, ...process.env, PATH: [BIN, process.env.PATH].join(delimiter) }
  const output = hear ? 'pipe' : 'inherit'
  return new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(join(BIN, program), args, {
      cwd: ROOT,
      env,
      stdio: ['ignore', output, output],
    })
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => hear?.(text))
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0))
  })
}

/**
 * Runs Vitest once. There is no report if it stopped before the first test; it may end badly although every test
 * passed.
 */
export async function runVitest(args: string[]): Promise<{ isWell: boolean; report: Report | undefined }> {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-report-'))
  const path = join(folder, 'report.json')
  try {
    const isWell = await runProgram(['vitest', 'run', '--reporter=json', `--outputFile.json=${path}`, ...args])
    return { isWell, report: existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as Report) : undefined }
  } finally {
    await rm(folder, { recursive: true })
  }
}
