import { BlockList, isIP } from 'node:net'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8)
LOOPBACK.addAddress('::1', 'ipv6')

/** True for a host name or address, with or without brackets, that always means this machine. */
export function isThisMachine(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase()
  const version = isIP(name)
  if (version !== 0) return LOOPBACK.check(name, version === 6 ? 'ipv6' : 'ipv4')
  return /^(?:.+\.)?localhost\.?$/.test(name)
}
