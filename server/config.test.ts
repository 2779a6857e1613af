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

test.each([
  ['DATABASE_URL', 'postgres://shop:hidden@db.example/shop', 'Add sslmode=verify-full'],
  ['DATABASE_URL', 'postgres://shop:hidden@db.example/shop?sslmode=disable', 'Add sslmode=verify-full'],
  ['DATABASE_URL', 'postgres://shop:hidden@localhost/shop?host=10.0.0.5', 'Add sslmode=verify-full'],
  ['DATABASE_DIRECT_URL', 'postgres://shop:hidden@db.example/shop', 'Add sslmode=verify-full'],
  ['DATABASE_READ_URL', 'postgres://shop:hidden@db.example/shop', 'Add sslmode=verify-full'],
  ['RAZORPAY_API_URL', 'http://provider.example', 'Begin it with https://'],
  ['RAZORPAY_CHECKOUT_URL', 'http://provider.example/checkout.js', 'Begin it with https://'],
])('%s=%s would send secrets in clear', (name, value, cure) => {
  const env = { ...KEYS, DATABASE_URL: 'postgres://localhost/shop', [name]: value }
  expect(() => readConfig(env)).toThrow(
    `${name} is wrong: it leads to another machine without encryption. ${cure}, or set INSECURE_CONNECTIONS=allow.`,
  )
  expect(readConfig({ ...env, INSECURE_CONNECTIONS: 'allow' })).toMatchObject({ hasSandbox: false })
})

test.each([
  ['DATABASE_URL', 'postgres://shop:hidden@127.0.0.1:5432/shop'],
  ['DATABASE_URL', 'postgres://shop@[::1]/shop'],
  ['DATABASE_URL', 'postgres:///shop?host=/var/run/postgresql'],
  ['DATABASE_URL', 'postgres://shop:hidden@db.example/shop?sslmode=verify-full'],
  ['DATABASE_URL', 'postgres://shop:hidden@db.example/shop?ssl=true'],
  ['RAZORPAY_API_URL', 'http://localhost:4000'],
])('%s=%s stays on this machine or is encrypted', (name, value) => {
  expect(readConfig({ ...KEYS, [name]: value })).toMatchObject({ hasSandbox: false })
})

test.each([
  ['smtp://mail.example:587', {}, true],
  ['smtp://localhost:2525', {}, false],
  ['smtp://mail.example:587', { INSECURE_CONNECTIONS: 'allow' }, false],
])('with SMTP_URL=%s and %j, that mail must be encrypted is %j', (SMTP_URL, more, mustEncryptMail) => {
  expect(readConfig({ SMTP_URL, ...more })).toMatchObject({ mustEncryptMail })
})

test.each([
  [{ DATABASE_DIRECT_URL: 'postgres://localhost/shop' }, /^DATABASE_URL is missing: DATABASE_DIRECT_URL is a second/],
  [
    { DATABASE_READ_URL: 'postgres://localhost/shop' },
    'DATABASE_URL is missing: DATABASE_READ_URL leads to a standby of it.',
  ],
  [
    { DATABASE_URL: 'postgres://localhost/shop', DATABASE_DIRECT_URL: 'localhost:5432' },
    'DATABASE_DIRECT_URL is wrong: it must be an address that starts with postgres:// or postgresql://.',
  ],
  [{ JOBS: 'off' }, 'JOBS is wrong: it must be on while DATABASE_URL is not set.'],
  [{ JOBS: 'none', DATABASE_URL: 'postgres://localhost/shop' }, 'JOBS is wrong: it must be on or off.'],
])('%j is told in one line', (env, message) => {
  expect(() => readConfig(env)).toThrow(message)
})

test('INSECURE_CONNECTIONS is said in a word that is known', () => {
  expect(() => readConfig({ INSECURE_CONNECTIONS: 'on' })).toThrow(
    'INSECURE_CONNECTIONS is wrong: it must be refuse or allow.',
  )
})
