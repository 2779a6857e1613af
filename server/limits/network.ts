import { isIPv6 } from 'node:net'

const PREFIX_GROUPS = 4

/**
 * What is counted as one caller: an IPv4 address, or the /64 network of an IPv6 address, whose owner has all of its
 * addresses to choose from.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':')
    // A dotted IPv4 ending takes the room of two groups.
    const taken = groups.length + after.length + (tail.includes('.') ? 1 : 0)
    groups.push(...Array.from({ length: 8 - taken }, () => '0'), ...after)
  }
  const prefix = groups.slice(0, PREFIX_GROUPS).map((group) => Number.parseInt(group, 16).toString(16))
  return `${prefix.join(':')}::/64`
}
