import { join } from 'node:path'
import { expect, test } from 'vitest'

import { readConfig } from '#server/start/config.ts'

const ROOT = join(import.meta.dirname, '..', '..')

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

const COURIER = { SHIPROCKET_EMAIL: 'shop@example.in', SHIPROCKET_PASSWORD: 'secret' }

test.each([
  [{}, 'an emulated courier service'],
  [{ PUBLIC_URL: 'https://shop.example', PAYMENTS: 'sandbox' }, 'an emulated courier service'],
  [KEYS, 'by hand'],
  [{ ...KEYS, ...COURIER }, 'Shiprocket'],
  [COURIER, 'Shiprocket'],
])('%j books parcels with %s', (env, service) => {
  const { shiprocket, hasCourierSandbox } = readConfig(env)
  const without = hasCourierSandbox ? 'an emulated courier service' : 'by hand'
  expect(shiprocket ? 'Shiprocket' : without).toBe(service)
})

test.each([
  [
    { SHIPROCKET_EMAIL: 'shop@example.in' },
    'SHIPROCKET_PASSWORD is missing: the SHIPROCKET_ settings belong together.',
  ],
  [
    { SHIPROCKET_WEBHOOK_SECRET: 'x'.repeat(32) },
    'SHIPROCKET_EMAIL is missing: the SHIPROCKET_ settings belong together.',
  ],
  [
    { ...COURIER, SHIPROCKET_WEBHOOK_SECRET: `${'x'.repeat(32)},short` },
    'SHIPROCKET_WEBHOOK_SECRET is wrong: it must be at least 16 characters, because it is the only proof of an event.',
  ],
])('the settings of Shiprocket %j stop the start', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})

const BUCKET = { STORAGE_URL: 's3://pictures', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key', AWS_REGION: 'r' }

test.each([
  ['DATABASE_URL', 'postgres://shop:hidden@db.example/shop', 'Add sslmode=verify-full'],
  ['DATABASE_URL', 'postgres://shop:hidden@db.example/shop?sslmode=disable', 'Add sslmode=verify-full'],
  ['DATABASE_URL', 'postgres://shop:hidden@localhost/shop?host=10.0.0.5', 'Add sslmode=verify-full'],
  ['DATABASE_DIRECT_URL', 'postgres://shop:hidden@db.example/shop', 'Add sslmode=verify-full'],
  ['DATABASE_READ_URL', 'postgres://shop:hidden@db.example/shop', 'Add sslmode=verify-full'],
  ['RAZORPAY_API_URL', 'http://provider.example', 'Begin it with https://'],
  ['RAZORPAY_CHECKOUT_URL', 'http://provider.example/checkout.js', 'Begin it with https://'],
  ['SHIPROCKET_API_URL', 'http://couriers.example', 'Begin it with https://'],
  ['AWS_ENDPOINT_URL_S3', 'http://storage.example:9000', 'Begin it with https://'],
  ['DATABASE_URL', 'postgres://shop:hidden@db.example/shop?sslmode=require&sslmode=disable', 'Add sslmode=verify-full'],
  ['DATABASE_URL', 'postgres://shop:hidden@db.example/shop?host=/tmp&host=db.example', 'Add sslmode=verify-full'],
  ['DATABASE_READ_URL', 'postgres://shop:hidden@localhost/shop?host=10.0.0.5&ssl=0', 'Add sslmode=verify-full'],
])('%s=%s would send secrets in clear', (name, value, cure) => {
  const env = { ...KEYS, ...COURIER, ...BUCKET, DATABASE_URL: 'postgres://localhost/shop', [name]: value }
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
  'postgres://shop:hidden@db.example/shop?sslmode=no-verify',
  'postgres://shop:hidden@db.example/shop?sslmode=verify-full&sslmode=no-verify',
  'postgres://shop:hidden@db.example/shop?uselibpqcompat=true&sslmode=require',
  'postgres://shop:hidden@db.example/shop?ssl=no-verify',
])('DATABASE_URL=%s would send secrets to whoever answers', (DATABASE_URL) => {
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_READ_URL']) {
    const env = { DATABASE_URL: 'postgres://localhost/shop', [name]: DATABASE_URL }
    expect(() => readConfig(env)).toThrow(
      `${name} is wrong: it leads to another machine without checking its certificate. Add sslmode=verify-full, or set INSECURE_CONNECTIONS=allow.`,
    )
    expect(readConfig({ ...env, INSECURE_CONNECTIONS: 'allow' })).toMatchObject({ hasSandbox: true })
  }
})

test.each([
  ['smtp://mail.example:587?requireTLS=false', 'requireTLS'],
  ['smtp://mail.example:587?ignoreTLS=true', 'ignoreTLS'],
  ['smtps://mail.example?secure=false', 'secure'],
  ['smtps://mail.example?tls.rejectUnauthorized=false', 'tls.rejectUnauthorized'],
  ['smtp://localhost?host=mail.example', 'host'],
  ['smtp://localhost?name=shop&proxy=http://proxy.example', 'proxy'],
])('SMTP_URL=%s could lead elsewhere or without encryption', (SMTP_URL, option) => {
  expect(() => readConfig({ SMTP_URL })).toThrow(`SMTP_URL is wrong: it must be without the option ${option},`)
  expect(readConfig({ SMTP_URL, INSECURE_CONNECTIONS: 'allow' })).toMatchObject({ smtpUrl: SMTP_URL })
})

test('the options of a mail address that weaken nothing are taken', () => {
  const SMTP_URL = 'smtps://user:secret@mail.example?name=shop.example&tls.servername=mail.example'
  expect(readConfig({ SMTP_URL })).toMatchObject({ smtpUrl: SMTP_URL, mustEncryptMail: true })
})

test.each([
  [{ RAZORPAY_API_URL: 'https://user:pass@api.razorpay.com' }, 'RAZORPAY_API_URL'],
  [{ RAZORPAY_API_URL: 'https://api.razorpay.com/?to=' }, 'RAZORPAY_API_URL'],
  [{ RAZORPAY_CHECKOUT_URL: 'https://checkout.razorpay.com#x' }, 'RAZORPAY_CHECKOUT_URL'],
  [{ PUBLIC_URL: 'https://:secret@localhost' }, 'PUBLIC_URL'],
  [{ ...BUCKET, AWS_ENDPOINT_URL_S3: 'https://:secret@storage.example' }, 'AWS_ENDPOINT_URL_S3'],
  [{ ...BUCKET, AWS_REGION: 'x.evil.example/' }, 'AWS_REGION'],
  [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'NODE_TLS_REJECT_UNAUTHORIZED'],
])('%j is refused, because %s holds what no address needs', (env, name) => {
  expect(() => readConfig({ ...KEYS, ...env })).toThrow(`${name} is wrong: it must`)
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
