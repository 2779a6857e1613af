import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'

import { readConfig } from '#server/start/config.ts'
import { bucketStore } from '#server/media/bucket-store.ts'
import { allowConfiguredHosts, checkOutgoing } from '#server/start/outgoing-hosts.ts'
import { sendRequest } from '#server/payments/send-request.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const BUCKET = {
  STORAGE_URL: 's3://pictures',
  AWS_ENDPOINT_URL_S3: 'https://storage.example:9000',
  AWS_ACCESS_KEY_ID: 'id',
  AWS_SECRET_ACCESS_KEY: 'key',
}
const SHIPROCKET = { SHIPROCKET_EMAIL: 'shop@example.in', SHIPROCKET_PASSWORD: 'secret' }
const RAZORPAY = { RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_KEY_SECRET: 'secret' }

afterEach(() => allowConfiguredHosts(readConfig({})))

test('the shop calls the hosts of its configuration and this machine, and no other', () => {
  allowConfiguredHosts(readConfig({ ...RAZORPAY, ...SHIPROCKET, ...BUCKET }))
  for (const address of [
    'https://api.razorpay.com/v1/orders',
    'https://apiv2.shiprocket.in/v1/external/orders',
    'https://storage.example:9000/pictures/a.webp',
    'http://127.0.0.1:4000/',
    'http://[::1]:4000/',
    'http://localhost/',
  ]) {
    expect(() => checkOutgoing(address)).not.toThrow()
  }
  for (const address of [
    'https://api.razorpay.com.evil.example/v1/orders',
    'https://api.razorpay.com:8443/',
    'https://api.razorpay.com@evil.example/',
    'https://storage.example/pictures/a.webp',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.5/',
  ]) {
    expect(() => checkOutgoing(address)).toThrow(/^The shop does not call \S+: its configuration does not name it\.$/)
  }
})

test('what sends requests asks before it connects', async () => {
  const signal = AbortSignal.timeout(1000)
  const request = sendRequest(new URL('http://192.0.2.1/'), { method: 'GET', headers: {}, signal })
  await expect(request).rejects.toThrow('The shop does not call 192.0.2.1')
  const { bucket } = readConfig(BUCKET)
  await expect(bucketStore(bucket!).get('abcdef0123456789abcdef0123456789-320.webp')).rejects.toMatchObject({
    cause: { cause: { message: expect.stringContaining('The shop does not call storage.example:9000') } },
  })
})

/** The files that open connections to elsewhere, each by what it calls. */
const CALLERS = {
  'server/db/check-postgres.ts': 'the database',
  'server/db/connection-privacy.ts': 'nobody: it only asks the driver what it would do',
  'server/db/listener.ts': 'the database',
  'server/db/postgres-pool.ts': 'the database',
  'server/mails/transport/mailer.ts': 'the mail server',
  'server/media/bucket-store.ts': 'the storage, after checkOutgoing',
  'server/media/fetch-picture.ts': 'whoever is on the public internet, after publicLookup',
  'server/payments/send-request.ts': 'the payment provider, after checkOutgoing',
  'server/start/open-telemetry.ts': 'the collector of traces that the settings name',
  'server/programs/webhooks/post-event.ts': 'an owner’s webhook on the public internet, after publicLookup',
  'sandbox/background-work.ts': 'the shop itself',
  'sandbox/courier/status-calls.ts': 'the shop itself',
}

const CONNECTS =
  /\bfetch\(|\bhttps?\.request|\{ request \} =|\bcreateTransport\(|\bnew pg\.|\b(?:net|tls)\.connect\(|\bnew WebSocket\(/

test('nothing else of the shop opens connections', async () => {
  const found: string[] = []
  for (const folder of ['server', 'sandbox']) {
    for (const name of await readdir(join(ROOT, folder), { recursive: true })) {
      if (!name.endsWith('.ts') || name.endsWith('.test.ts') || name.endsWith('checkout-script.ts')) continue
      const path = `${folder}/${name}`
      if (CONNECTS.test(await readFile(join(ROOT, path), 'utf8'))) found.push(path)
    }
  }
  expect(found.toSorted()).toEqual(Object.keys(CALLERS).toSorted())
  for (const caller of ['server/media/bucket-store.ts', 'server/payments/send-request.ts']) {
    expect(await readFile(join(ROOT, caller), 'utf8')).toContain('checkOutgoing(url)')
  }
})
