import type { Config } from '#server/start/config.ts'

import { isThisMachine } from '#server/start/loopback-hosts.ts'

/** The hosts, with their ports, that the shop may call over HTTP. This machine is always one of them. */
const allowed = new Set<string>()

/**
 * Lets the shop call the payment provider, the courier service and the storage of its configuration, and nobody else.
 */
export function allowConfiguredHosts({
  razorpay,
  shiprocket,
  bucket,
}: Pick<Config, 'razorpay' | 'shiprocket' | 'bucket'>): void {
  allowed.clear()
  for (const address of [razorpay?.apiUrl, shiprocket?.apiUrl, bucket?.address]) {
    if (address) allowed.add(new URL(address).host)
  }
}

/**
 * Throws for an address that the configuration does not name, however it came about. Every outgoing HTTP request asks
 * this first. Mail and database are called by their own libraries, at the one address that the configuration gives
 * them.
 */
export function checkOutgoing(address: string | URL): void {
  const { host, hostname } = new URL(address)
  if (isThisMachine(hostname) || allowed.has(host)) return
  throw new Error(`The shop does not call ${host}: its configuration does not name it.`)
}
