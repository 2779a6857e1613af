import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { generate } from 'otplib'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { confirmFactor, startFactor } from '#server/accounts/second-factor/second-factor.ts'
import { signIn } from '#server/accounts/sign-in.ts'
import { openDatabase } from '#server/db/open.ts'
import { makeMigratedDataDir } from '#test/data-dir.ts'
import { SHORT_LIVED } from '#test/short-lived.ts'

const COMMAND = join(import.meta.dirname, 'admin-command.ts')

// Each command is a process that opens a database on disk, the first of them a new one.
vi.setConfig({ testTimeout: 180_000 })

let folder: string
beforeAll(async () => {
  folder = await makeMigratedDataDir()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Run {
  /** What is piped in; without it the command has no input at all. */
  input?: string
  env?: Record<string, string>
}

async function run(words: string[], { input, env = {} }: Run = {}) {
  const child = spawn(process.execPath, [...SHORT_LIVED, '--no-warnings', COMMAND, ...words], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, DATA_DIR: folder, ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  child.stdin?.end(input)
  const [output, errors, [status]] = await Promise.all([text(child.stdout!), text(child.stderr!), once(child, 'close')])
  return { status, output, errors }
}

const onFatal = (line: string): never => {
  throw new Error(line)
}

async function withDatabase<Result>(work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<Result>) {
  const database = await openDatabase({ dataDir: folder, onFatal })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const enter = (email: string, password: string) =>
  withDatabase(({ db }) => signIn(db, 'admin', { email, password }, { networks: [], previousToken: undefined }))

const START = { networks: [], previousToken: undefined }

test('an administrator is made with the password that is piped in, which is not shown', async () => {
  const { status, output, errors } = await run(['create', 'owner@example.com'], { input: 'what the owner chose\n' })
  expect({ status, errors }).toEqual({ status: 0, errors: '' })
  expect(output).toContain('owner@example.com is an administrator now')
  expect(output).not.toContain('what the owner chose')
  expect(await enter('owner@example.com', 'what the owner chose')).toMatchObject({ user: { role: 'admin' } })
})

test('without input a random password is made and shown once, and replaces the one before', async () => {
  await run(['create', 'owner@example.com'], { input: 'the password before' })
  const { status, output } = await run(['create', 'owner@example.com'])
  expect(status).toBe(0)
  const password = /Password \(shown once\): (\S+)/.exec(output)?.[1] ?? ''
  expect(await enter('owner@example.com', password)).toMatchObject({ user: { email: 'owner@example.com' } })
  await expect(enter('owner@example.com', 'the password before')).rejects.toMatchObject({ code: 'unauthenticated' })
})

test.each([
  [[], 'Usage: npm run admin -- create EMAIL'],
  [['create'], 'Usage: npm run admin -- create EMAIL'],
  [['remove', 'a@example.com'], 'Usage: npm run admin -- create EMAIL'],
  [['create', 'a@example.com', 'password'], 'Usage: npm run admin -- create EMAIL'],
  [['create', 'nobody'], 'nobody is no e-mail address.'],
])('the words %j are answered with one line and the status of a wrong call', async (words, line) => {
  const { status, output, errors } = await run(words)
  expect({ status, output }).toEqual({ status: 2, output: '' })
  expect(errors.startsWith(line)).toBe(true)
  expect(errors.trimEnd().split('\n')).toHaveLength(1)
})

test('a short password is refused in one line', async () => {
  const { status, errors } = await run(['create', 'a@example.com'], { input: 'short\n' })
  expect({ status, errors }).toEqual({ status: 2, errors: 'A password has at least 8 characters.\n' })
})

test('a lost second factor is taken away, and only where there is one', async () => {
  const email = 'lost@example.com'
  await run(['create', email], { input: 'what the owner chose\n' })
  await withDatabase(async ({ db }) => {
    const { user, session } = await signIn(db, 'admin', { email, password: 'what the owner chose' }, START)
    const { key } = await startFactor(db, user._id, 'Selvedge')
    await confirmFactor(db, user._id, await generate({ secret: key }), { networks: [], previousToken: session.token })
  })
  await expect(enter(email, 'what the owner chose')).rejects.toMatchObject({ code: 'code_needed' })
  const reset = await run(['reset-factor', email.toUpperCase()])
  expect(reset).toMatchObject({ status: 0, errors: '' })
  expect(reset.output).toContain('LOST@EXAMPLE.COM has no second factor any more')
  expect(await enter(email, 'what the owner chose')).toMatchObject({ user: { email } })
  for (const other of [email, 'nobody@example.com']) {
    expect(await run(['reset-factor', other])).toEqual({
      status: 2,
      output: '',
      errors: expect.stringMatching(new RegExp(`^${other} has no second factor\\.`)),
    })
  }
})

test('while the shop runs on the embedded database the command says to stop it first', async () => {
  await withDatabase(async () => {
    const { status, output, errors } = await run(['create', 'a@example.com'], { input: 'long enough' })
    expect({ status, output }).toEqual({ status: 1, output: '' })
    expect(errors).toMatch(new RegExp(`^DATA_DIR .* is in use by process ${process.pid}: stop that one first.*\\n$`))
  })
})

test('a database that does not answer is named in one line without its password', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  server.close()
  await once(server, 'close')
  const env = { DATABASE_URL: `postgres://shop:hunter2222@127.0.0.1:${port}/shop` }
  const { status, errors } = await run(['create', 'a@example.com'], { input: 'long enough', env })
  expect({ status, errors }).toEqual({
    status: 1,
    errors: `DATABASE_URL cannot be used: nothing answers at 127.0.0.1:${port}.\n`,
  })
})

test('a wrong setting is named in one line', async () => {
  const { status, errors } = await run(['create', 'a@example.com'], { env: { PORT: 'many' } })
  expect({ status, errors }).toEqual({ status: 1, errors: 'PORT is wrong: it must be a number from 0 to 65535.\n' })
})

test.each(['password123', 'OWNER@example.com'])('the password %j is refused, and nobody is made', async (password) => {
  const { status, output, errors } = await run(['create', 'owner@example.com'], { input: `${password}\n` })
  expect(status).toBe(2)
  expect(output).toBe('')
  expect(errors).toMatch(/^(This password is one that is guessed first|A password cannot be your e-mail)/)
})
