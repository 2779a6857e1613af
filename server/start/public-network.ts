import type { LookupAddress, LookupOptions } from 'node:dns'

import { lookup as resolveName } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

import { isThisMachine } from '#server/start/loopback-hosts.ts'

/** What is told of an address that nobody outside may have the shop call. */
export const PRIVATE_NETWORK = 'It leads into a private network.'

/** A name that leads, or may lead, into a private network. */
export class PrivateNetwork extends Error {
  override readonly name = 'PrivateNetwork'
}

const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an address is one of the public internet: no private, loopback, link-local, shared or reserved network,
 * however it is written.
 */
export function isPublicIp(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_UNICAST_V6)
}

interface PublicLookup {
  /** This machine counts as public. */
  mayAskThisMachine: boolean
  /** Finds the addresses of a name. */
  resolve?: LookupFunction | undefined
}

/**
 * Finds the addresses of a name for a connection, and fails with `PrivateNetwork` if any of them is not public: what
 * was checked is what is connected to. A connection to an address instead of a name does not ask it.
 */
export function publicLookup({ mayAskThisMachine, resolve = resolveName }: PublicLookup): LookupFunction {
  return (name: string, options: LookupOptions, done) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '', 0)
      const addresses = Array.isArray(found) ? found : [{ address: found, family: isIP(found) }]
      const isAllowed = ({ address }: LookupAddress) =>
        isPublicIp(address) || (mayAskThisMachine && isThisMachine(address))
      if (addresses.length === 0 || !addresses.every(isAllowed)) {
        return done(new PrivateNetwork(PRIVATE_NETWORK), '', 0)
      }
      const [first] = addresses
      return options.all ? done(null, addresses) : done(null, first?.address ?? '', first?.family)
    })
  }
}
