import { BlockList } from 'node:net'

import type { Db } from '#server/db/open.ts'

import { rateLimited } from '#server/errors.ts'
import { networksOf } from '#server/rate-limits/network.ts'
import { NETWORK_HOLDS, UNPAID_HOLDS, UNPAID_WINDOW_SECONDS } from '#server/orders/checkout/hold-limits.ts'
import { findHoldWaits, lockNetwork } from '#server/orders/checkout/hold-queries.ts'

/** Addresses that nobody calls from over the internet: this machine, a container, a proxy that was not configured. */
const PRIVATE = new BlockList()
for (const [address, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  PRIVATE.addSubnet(address, bits, 'ipv4')
}
PRIVATE.addAddress('::1', 'ipv6')
PRIVATE.addSubnet('fc00::', 7, 'ipv6')
PRIVATE.addSubnet('fe80::', 10, 'ipv6')

/**
 * The network whose open holds are counted: an IPv4 address or a /56 of IPv6, which is what one household gets. Undefined
 * for a private address: behind it may stand a proxy with all customers.
 */
export function holdNetworkOf(address: string): string | undefined {
  const networks = networksOf(address)
  const household = networks.find(({ name }) => name.endsWith('/56'))
  const bare = household ? (address.split('%')[0] ?? '') : networks[0].name
  if (bare === '' || PRIVATE.check(bare, household ? 'ipv6' : 'ipv4')) return undefined
  return (household ?? networks[0]).name
}

const minutes = (seconds: number) => (seconds <= 90 ? 'a minute' : `${Math.ceil(seconds / 60)} minutes`)

/**
 * Throws `rate_limited` with the seconds to wait where this account let too many holds end unpaid, or too many are open in
 * its network. To be called in the transaction that opened the hold, after everything else in it has been locked.
 */
export async function checkHolds(db: Db, holder: { userId: string; network: string | undefined }): Promise<void> {
  if (holder.network !== undefined) await lockNetwork(db, holder.network)
  const { accountSeconds, networkSeconds } = await findHoldWaits(
    db,
    { userId: holder.userId, network: holder.network ?? null },
    { unpaidHolds: UNPAID_HOLDS, unpaidWindowSeconds: UNPAID_WINDOW_SECONDS, networkHolds: NETWORK_HOLDS },
  )
  if (accountSeconds !== null) {
    const wait = Math.max(accountSeconds, 1)
    throw rateLimited(wait, `Several payments were begun and not finished. Please try again in ${minutes(wait)}.`)
  }
  if (networkSeconds !== null) {
    const wait = Math.max(networkSeconds, 1)
    throw rateLimited(wait, `Too many payments are open from your network. Please try again in ${minutes(wait)}.`)
  }
}
