import ipaddr from 'ipaddr.js'
import { LRUCache } from 'lru-cache'

/** A network that callers are counted by. */
export interface Network {
  /** An IPv4 address, or a network as `2001:db8:1:2::/64`. */
  name: string
  /** How many times the limit of a single caller it has; larger networks hold more people. */
  share: number
}

/** A mobile carrier may have thousands of customers behind a few neighbouring addresses. */
const IPV4_NEIGHBOURS = 8
/** The size of the IPv6 network that one household gets. */
const HOUSEHOLD_BITS = 56
/** Ranges that no caller on the internet has: this machine, a container, a proxy that is not configured. */
const PRIVATE_RANGES = ['loopback', 'private', 'linkLocal', 'carrierGradeNat', 'uniqueLocal']

/** Counters and known networks are stored under these names, so their form must not change. */
function ipv6Network({ parts }: ipaddr.IPv6, bits: number): string {
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${new ipaddr.IPv6(parts).toString()}/${bits}`)
  const prefix = network.parts.slice(0, Math.ceil(bits / 16)).map((part) => part.toString(16))
  return `${prefix.join(':')}::/${bits}`
}

/** Each call of a visitor asks for them some times. */
const known = new LRUCache<string, readonly [Network, ...Network[]]>({ max: 2000 })

/**
 * The networks of an address, the narrowest first. The first counts as one caller: an IPv4 address, or the /64 of an
 * IPv6 address, whose owner may use all its addresses. One owner may have many callers in the wider ones: the /24, or
 * the /56 and the /48. A text that is not an address counts as one caller.
 */
export function networksOf(address: string): readonly [Network, ...Network[]] {
  const networks = known.get(address) ?? networksIn(address)
  known.set(address, networks)
  return networks
}

function networksIn(address: string): readonly [Network, ...Network[]] {
  if (!ipaddr.isValid(address)) return [{ name: address, share: 1 }]
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6) {
    const network = (bits: number, share: number) => ({ name: ipv6Network(parsed, bits), share })
    return [network(64, 1), network(HOUSEHOLD_BITS, 2), network(48, 4)]
  }
  return [
    { name: parsed.toString(), share: 1 },
    { name: `${parsed.octets.slice(0, 3).join('.')}.0/24`, share: IPV4_NEIGHBOURS },
  ]
}

/** The networks that a caller's failures are counted for, the narrowest first; none in a shop without limits. */
export const countedNetworks = ({ hasRateLimits }: { hasRateLimits: boolean }, address: string): readonly Network[] =>
  hasRateLimits ? networksOf(address) : []

/**
 * The network of one household: an IPv4 address or an IPv6 /56. Undefined for a private address, which may be a
 * proxy's.
 */
export function householdOf(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return address || undefined
  const parsed = ipaddr.process(address)
  if (PRIVATE_RANGES.includes(parsed.range())) return undefined
  return parsed instanceof ipaddr.IPv6 ? ipv6Network(parsed, HOUSEHOLD_BITS) : parsed.toString()
}
