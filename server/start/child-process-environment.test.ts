import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { startProgram } from '#test/run-program.ts'

const SECRETS = {
  DATABASE_URL: 'postgres://shop:hidden@127.0.0.1/shop',
  SMTP_URL: 'smtp://shop:hidden@127.0.0.1',
  ADMIN_PASSWORD: 'hidden from others',
  RAZORPAY_KEY_SECRET: 'hidden',
  AWS_SECRET_ACCESS_KEY: 'hidden',
}

const BUILD = `
  import { ensureBuild } from '#server/pages/ensure-build.ts'
  const [, buildDir, secrets] = process.argv
  Object.assign(process.env, JSON.parse(secrets), { BUILD_DIR: buildDir })
  await ensureBuild(buildDir, console.log).catch((error) => console.log(error.name))`

const hasProcesses = await readdir('/proc/self').then(
  () => true,
  () => false,
)

const environmentOf = async (pid: string) => (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0')

/** The first process that `parent` has started. */
async function childOf(parent: number): Promise<string | undefined> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    if (status.includes(`\nPPid:\t${parent}\n`)) return pid
  }
  return undefined
}

test.runIf(hasProcesses)('the build gets none of the secrets of the shop', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'selvedge-build-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const shop = startProgram(BUILD, [join(folder, 'build'), JSON.stringify(SECRETS)])
  await shop.says(/Building the pages/)
  await expect.poll(() => childOf(shop.process.pid ?? 0)).toBeDefined()
  const pid = (await childOf(shop.process.pid ?? 0)) ?? ''
  // Until it runs the builder it is still a copy of the shop.
  await expect.poll(async () => readFile(`/proc/${pid}/cmdline`, 'utf8')).toContain('bin.cjs')
  const environment = await environmentOf(pid)
  process.kill(Number(pid), 'SIGKILL')
  expect(environment).toContain('NODE_ENV=production')
  expect(environment.some((entry) => entry.startsWith('PATH='))).toBe(true)
  for (const name of Object.keys(SECRETS)) {
    expect(environment.filter((entry) => entry.startsWith(`${name}=`))).toEqual([])
  }
  await shop.ended
  expect(shop.output()).toContain('StartupError')
})
