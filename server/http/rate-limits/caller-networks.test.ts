import { expect, test } from 'vitest'

import { householdOf, networksOf } from '#server/http/rate-limits/caller-networks.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:db8:1::1', '2001:db8:1:0::/64'],
  ['2001:0db8::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ['', ''],
])('a caller at %j is counted as %j', (address, network) => {
  expect(networksOf(address)[0]).toEqual({ name: network, share: 1 })
})

test.each([
  ['203.0.113.7', ['203.0.113.0/24']],
  ['::ffff:203.0.113.7', ['203.0.113.0/24']],
  ['2001:db8:1:2345::9', ['2001:db8:1:2300::/56', '2001:db8:1::/48']],
  ['2001:db8:ffff:ffff::9', ['2001:db8:ffff:ff00::/56', '2001:db8:ffff::/48']],
  ['no address', []],
])('a caller at %j counts towards %j too', (address, wider) => {
  expect(
    networksOf(address)
      .slice(1)
      .map(({ name }) => name),
  ).toEqual(wider)
})

test('the larger a network, the larger its allowance', () => {
  for (const address of ['203.0.113.7', '2001:db8:1:2::3']) {
    const shares = networksOf(address).map(({ share }) => share)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(new Set(shares).size).toBe(shares.length)
  }
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2ff:3::6', '2001:db8:1:200::/56'],
  ['2001:db8:1:ff::1', '2001:db8:1:0::/56'],
  ['127.0.0.1', undefined],
  ['::ffff:127.0.0.1', undefined],
  ['::1', undefined],
  ['10.1.2.3', undefined],
  ['172.17.0.1', undefined],
  ['192.168.1.9', undefined],
  ['fe80::1%eth0', undefined],
  ['fd00::1', undefined],
  ['', undefined],
])('the household of a caller at %j is %j', (address, network) => {
  expect(householdOf(address)).toBe(network)
})
