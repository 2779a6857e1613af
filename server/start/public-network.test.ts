import { expect, test } from 'vitest'

import { isPublicIp } from '#server/start/public-network.ts'

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '198.18.0.1',
  '192.0.2.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fc00::1',
  'fec0::1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  '::7f00:1',
  '64:ff9b::a00:1',
  '64:ff9b:1::a00:1',
  '2002:a00:1::',
  '2001::1',
  '2001:db8::1',
  'ff02::1',
])('%s is not of the public internet', (address) => expect(isPublicIp(address)).toBe(false))

test.each(['8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('%s is of the public internet', (address) =>
  expect(isPublicIp(address)).toBe(true),
)
