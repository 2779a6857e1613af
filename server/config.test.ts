import { join } from 'node:path'
import { expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'

const ROOT = join(import.meta.dirname, '..')

test.each([
  ['', join(ROOT, 'build')],
  ['build-other', join(ROOT, 'build-other')],
  ['/srv/pages', '/srv/pages'],
])('with BUILD_DIR=%s the built pages are where the builder puts them', (folder, expected) => {
  expect(readConfig({ BUILD_DIR: folder }).buildDir).toBe(expected)
})

const KEYS = { RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_KEY_SECRET: 'secret' }

test.each([
  [{}, false],
  [{ PUBLIC_URL: 'http://localhost:4000' }, false],
  [{ PUBLIC_URL: 'http://shop.localhost' }, false],
  [{ PUBLIC_URL: 'http://127.3.2.1:80' }, false],
  [{ PUBLIC_URL: 'http://[::1]:3000' }, false],
  [{ PAYMENTS: 'sandbox' }, true],
  [{ PUBLIC_URL: 'https://shop.example', PAYMENTS: 'sandbox' }, true],
  [{ NODE_ENV: 'production', PAYMENTS: 'sandbox' }, true],
])('%j opens with the sandbox; that it is declared is %j', (env, isSandboxDeclared) => {
  expect(readConfig(env)).toMatchObject({ hasSandbox: true, isSandboxDeclared })
})

test.each([
  { PUBLIC_URL: 'https://shop.example' },
  { PUBLIC_URL: 'http://10.0.0.5:3000' },
  { PUBLIC_URL: 'http://localhost.example' },
  { NODE_ENV: 'production' },
  { NODE_ENV: 'production', PUBLIC_URL: 'http://localhost' },
])('%j alone takes nobody’s payments: it has to be said that they are emulated', (env) => {
  expect(() => readConfig(env)).toThrow(
    'PAYMENTS is missing: a public shop needs the RAZORPAY_ settings, or PAYMENTS=sandbox where no money is to move.',
  )
  expect(readConfig({ ...env, ...KEYS })).toMatchObject({ hasSandbox: false, isSandboxDeclared: false })
})
