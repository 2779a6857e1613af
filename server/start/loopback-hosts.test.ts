import { expect, test } from 'vitest'

import { isThisMachine } from '#server/start/loopback-hosts.ts'

test.each([
  'localhost',
  'LOCALHOST',
  'localhost.',
  'shop.localhost',
  '127.0.0.1',
  '127.9.8.7',
  '::1',
  '[::1]',
  '::ffff:127.0.0.1',
])('%s is this machine', (host) => expect(isThisMachine(host)).toBe(true))

test.each([
  '',
  'shop.example',
  'localhost.example',
  'notlocalhost',
  '128.0.0.1',
  '10.0.0.1',
  '0.0.0.0',
  '::',
  '::2',
  '127.0.0.1.nip.io',
])('%j may be another one', (host) => expect(isThisMachine(host)).toBe(false))
