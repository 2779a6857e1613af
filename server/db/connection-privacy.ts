import pg from 'pg'

import { connectionSettings } from '#server/db/postgres-pool.ts'
import { isThisMachine } from '#server/start/loopback-hosts.ts'

interface TlsOptions {
  rejectUnauthorized?: boolean
  checkServerIdentity?: unknown
}

/**
 * What is wrong with the privacy of the connection to this address, as the end of "it leads to another machine …";
 * undefined if it stays on this machine or is encrypted to a server whose certificate is checked. The driver itself
 * reads the address, with all its options and the `PG…` variables that it falls back on, because only what it will do
 * counts. Throws if it cannot read the address.
 */
export function privacyFault(url: string): 'without encryption' | 'without checking its certificate' | undefined {
  const { host, ssl } = new pg.Client(connectionSettings(url)) as unknown as { host: string; ssl: boolean | TlsOptions }
  if (host.startsWith('/') || isThisMachine(host)) return undefined
  if (!ssl) return 'without encryption'
  const { rejectUnauthorized = true, checkServerIdentity } = ssl === true ? {} : ssl
  return rejectUnauthorized && !checkServerIdentity ? undefined : 'without checking its certificate'
}
