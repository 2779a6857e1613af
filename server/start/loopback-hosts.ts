import type { IncomingHttpHeaders } from 'node:http'

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

/**
 * True for a shop with an address that is not this machine's. Its calls come through a proxy, whatever headers that
 * adds or leaves out.
 */
export const isPublicAddress = (publicUrl: string | undefined): boolean =>
  publicUrl !== undefined && !isThisMachine(new URL(publicUrl).hostname)

const PROXY_HEADERS = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
]

/** True for a request that a proxy passed on. It comes from the machine of the proxy, whoever sent it. */
export const isProxied = (headers: IncomingHttpHeaders): boolean =>
  PROXY_HEADERS.some((name) => headers[name] !== undefined)
