import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'

import { lockDirectory } from '#server/db/embedded/directory-lock.ts'
import { startProgram } from '#test/run-program.ts'

// Real processes and disks take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let directory: string
let lockFile: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'selvedge-lock-'))
  lockFile = join(directory, 'selvedge.lock')
})
afterEach(() => rm(directory, { recursive: true, force: true }))

async function expectOwn() {
  expect(JSON.parse(await readFile(lockFile, 'utf8'))).toEqual({ pid: process.pid })
}

const HOLD = `
  import { lockDirectory } from '#server/db/embedded/directory-lock.ts'
  import { startStopwatch } from '#test/stopwatch.ts'
  const stop = startStopwatch()
  try {
    await lockDirectory(process.argv[1])
    console.log('locked')
    setInterval(() => {}, 1000)
  } catch (error) {
    console.log(error.name + ' after ' + stop() + ' ms: ' + error.message)
  }`

test('a second process is refused within a second and told which one holds the folder', async () => {
  const first = startProgram(HOLD, [directory])
  await first.says(/locked/)
  const second = startProgram(HOLD, [directory])
  expect(await second.ended).toBe(0)
  const [, milliseconds, line] = /^StartupError after (\d+) ms: (.*)\n$/.exec(second.output()) ?? []
  expect(Number(milliseconds)).toBeLessThan(1000)
  expect(line).toBe(
    `DATA_DIR ${directory} is in use by process ${first.process.pid}: stop that one first, or set another DATA_DIR.`,
  )
  first.process.kill('SIGKILL')
  await first.ended
})

test('the lock of a killed process is taken over', async () => {
  const first = startProgram(HOLD, [directory])
  await first.says(/locked/)
  first.process.kill('SIGKILL')
  await first.ended
  expect(existsSync(lockFile)).toBe(true)
  const lock = await lockDirectory(directory)
  await expectOwn()
  lock.release()
})

test('one process cannot hold a folder twice, and frees it by releasing', async () => {
  const lock = await lockDirectory(directory)
  await expect(lockDirectory(directory)).rejects.toThrow(`in use by process ${process.pid}`)
  lock.release()
  expect(existsSync(lockFile)).toBe(false)
  const again = await lockDirectory(directory)
  again.release()
})

test('a process id that another program has got since does not hold the folder', async () => {
  await writeFile(lockFile, JSON.stringify({ pid: process.pid }))
  const lock = await lockDirectory(directory)
  await expectOwn()
  lock.release()
})

test('a lock file that was written in part is taken over', async () => {
  await writeFile(lockFile, '')
  const lock = await lockDirectory(directory)
  await expectOwn()
  lock.release()
})

test('of many that find a stale lock at once exactly one gets the folder', async () => {
  await writeFile(lockFile, JSON.stringify({ pid: 2 ** 22 + 1 }))
  const programs = Array.from({ length: 4 }, () => startProgram(HOLD, [directory]))
  await Promise.all(programs.map((program) => program.says(/locked|in use by process/)))
  const winners = programs.filter((program) => program.output() === 'locked\n')
  expect(winners).toHaveLength(1)
  for (const program of programs) program.process.kill('SIGKILL')
  await Promise.all(programs.map((program) => program.ended))
})

test('a process that is being killed, or is a zombie, does not hold the folder', async () => {
  // The shell starts the holder and then becomes a program that never waits for its child.
  const shell = spawn(
    'sh',
    [
      '-c',
      `"$0" --input-type=module-typescript --eval "$1" -- "$2" & exec sleep 60`,
      process.execPath,
      HOLD,
      directory,
    ],
    {
      cwd: process.cwd(),
      stdio: 'ignore',
    },
  )
  onTestFinished(() => void shell.kill('SIGKILL'))
  await expect.poll(() => existsSync(lockFile) && readFileSync(lockFile, 'utf8')).toContain('"pid"')
  const { pid } = JSON.parse(await readFile(lockFile, 'utf8')) as { pid: number }
  process.kill(pid, 'SIGKILL')
  const lock = await lockDirectory(directory)
  expect(() => process.kill(pid, 0)).not.toThrow()
  await expectOwn()
  lock.release()
})

const END = `
  import { lockDirectory } from '#server/db/embedded/directory-lock.ts'
  const lock = await lockDirectory(process.argv[1])
  lock.announceEnd()
  console.log('ending')
  const end = () => {
    lock.release()
    process.exit()
  }
  setTimeout(process.argv[2] === 'soon' ? end : () => {}, process.argv[2] === 'soon' ? 700 : 60_000)`

test('a process that has announced its end is waited for', async () => {
  const first = startProgram(END, [directory, 'soon'])
  await first.says(/ending/)
  const lock = await lockDirectory(directory)
  await expectOwn()
  lock.release()
  expect(await first.ended).toBe(0)
})

test('a process that holds the folder and is not named yet, or any more, is waited for', async () => {
  const first = startProgram(END, [directory, 'soon'])
  await first.says(/ending/)
  await rm(lockFile)
  const lock = await lockDirectory(directory)
  await expectOwn()
  lock.release()
  expect(await first.ended).toBe(0)
})

test('a process that has announced its end and goes on is not waited for without end', async () => {
  const first = startProgram(END, [directory, 'never'])
  await first.says(/ending/)
  await expect(lockDirectory(directory)).rejects.toThrow(`in use by process ${first.process.pid}`)
  first.process.kill('SIGKILL')
  await first.ended
})
