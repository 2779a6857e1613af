import ipaddr from 'ipaddr.js'

/** A network that callers are counted by. */
export interface Network {
  /** An IPv4 address, or a network as `2001:db8:1:2::/64`. */
  name: string
  /** How many times the allowance of a single caller it has: the more people a network may hold, the more. */
  share: number
}

/** Behind one address, and behind its neighbours, a carrier may have thousands of customers. */
const IPV4_NEIGHBOURS = 8
/** What one household gets of IPv6. */
const HOUSEHOLD_BITS = 56
/** Ranges that nobody calls from over the internet: this machine, a container, a proxy that was not configured. */
const PRIVATE_RANGES = ['loopback', 'private', 'linkLocal', 'carrierGradeNat', 'uniqueLocal']

/** Counters and known networks are stored under these names, so their form must not change. */
function ipv6Network({ parts }: ipaddr.IPv6, bits: number): string {
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${new ipaddr.IPv6(parts).toString()}/${bits}`)
  const prefix = network.parts.slice(0, Math.ceil(bits / 16)).map((part) => part.toString(16))
  return `${prefix.join(':')}::/${bits}`
}

/**
 * The networks of an address, the narrowest first. The first is what counts as one caller: an IPv4 address, or the /64 of
 * an IPv6 address, whose owner has all of its addresses to choose from. The wider ones are those out of which one owner may
 * take many callers: the /24, or the /56 and the /48. What is no address is a caller by itself.
 */
export function networksOf(address: string): readonly [Network, ...Network[]] {
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

/**
 * The network that one household has: an IPv4 address or a /56 of IPv6. Undefined for a private address: behind it may
 * stand a proxy with all customers.
 */
export function householdOf(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return address || undefined
  const parsed = ipaddr.process(address)
  if (PRIVATE_RANGES.includes(parsed.range())) return undefined
  return parsed instanceof ipaddr.IPv6 ? ipv6Network(parsed, HOUSEHOLD_BITS) : parsed.toString()
}
