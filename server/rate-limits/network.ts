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
const GROUP_BITS = 16

function ipv6Network(groups: readonly number[], bits: number): string {
  const prefix = groups.slice(0, Math.ceil(bits / GROUP_BITS)).map((group, index) => {
    const kept = Math.min(bits - index * GROUP_BITS, GROUP_BITS)
    return (group & (0xff_ff << (GROUP_BITS - kept)) & 0xff_ff).toString(16)
  })
  return `${prefix.join(':')}::/${bits}`
}

/**
 * The networks of an address, the narrowest first: what is counted as one caller (an IPv4 address, or the /64 of an IPv6
 * address, whose owner has all of its addresses to choose from), and the wider ones out of which one owner may take many
 * callers (the /24; the /56 and the /48). What is no address is a caller by itself.
 */
export function networksOf(address: string): readonly [Network, ...Network[]] {
  if (!ipaddr.isValid(address)) return [{ name: address, share: 1 }]
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv6) {
    const network = (bits: number, share: number) => ({ name: ipv6Network(parsed.parts, bits), share })
    return [network(64, 1), network(56, 2), network(48, 4)]
  }
  return [
    { name: parsed.toString(), share: 1 },
    { name: `${parsed.octets.slice(0, 3).join('.')}.0/24`, share: IPV4_NEIGHBOURS },
  ]
}
