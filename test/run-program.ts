import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

interface Program {
  process: ChildProcess
  /** Everything on its standard output and its standard error so far. */
  output(): string
  /** Resolves when the output matches; rejects when the program ends before it does. */
  says(pattern: RegExp): Promise<void>
  /** Resolves to the signal or the exit code that ended it. */
  ended: Promise<string | number>
}

/**
 * Starts a Node program of its own from TypeScript source, with `args` as its `process.argv` from index 1. It ends with
 * the test at the latest, however the test ends.
 */
export function startProgram(source: string, args: readonly string[] = []): Program {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', source, '--', ...args], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => child.kill('SIGKILL')
  onTestFinished(() => void kill())
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  let output = ''
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const look of waiting) look()
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += String(chunk)
      wake()
    })
  }
  const ended = once(child, 'close').then(([code, signal]: (string | number)[]) => signal ?? code ?? 'unknown')
  void ended.then(wake)
  return {
    process: child,
    output: () => output,
    ended,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (pattern.test(output)) resolve()
          else if (child.exitCode !== null || child.signalCode) reject(new Error(`ended without ${pattern}: ${output}`))
          else return
          waiting.delete(look)
        }
        waiting.add(look)
        look()
      }),
  }
}
