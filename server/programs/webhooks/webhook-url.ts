import { isIP } from 'node:net'

import type { Config } from '#server/start/config.ts'

import { isPublicAddress, isThisMachine } from '#server/start/loopback-hosts.ts'
import { isPublicIp, PRIVATE_NETWORK } from '#server/start/public-network.ts'

/** What decides whom the shop may call. */
export interface Caller {
  /** The shop's own origin. */
  publicUrl: string
  port: number
  /** The shop is reached on this machine only, and so may programs be that it tells of changes. */
  mayAskThisMachine: boolean
}

export const callerOf = (config: Pick<Config, 'publicUrl' | 'port' | 'isProduction'>, publicUrl: string): Caller => ({
  publicUrl,
  port: config.port,
  mayAskThisMachine: !config.isProduction && !isPublicAddress(config.publicUrl),
})

/** A host without the dot that may end it and without the brackets of an address. */
const hostOf = ({ hostname }: URL): string => hostname.replaceAll(/^\[|\]$|\.$/g, '')

const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80))

/** Names that only a private network knows, or a machine itself. */
const PRIVATE_NAME = /^[^.]+$|\.(?:internal|local|localdomain|lan|home|corp|intranet|private|home\.arpa)$/

function isShopItself(url: URL, { publicUrl, port }: Caller): boolean {
  const own = new URL(publicUrl)
  if (!isThisMachine(hostOf(url))) return hostOf(url) === hostOf(own)
  return portOf(url) === port || (isThisMachine(hostOf(own)) && portOf(url) === portOf(own))
}

/** Whether an address is this machine's and may be called. */
export const isCalledHere = (url: URL, { mayAskThisMachine }: Caller): boolean =>
  mayAskThisMachine && isThisMachine(hostOf(url))

/** Why nothing is sent to an address, before anybody is asked; undefined if something may be. */
export function urlFault(address: string, caller: Caller): string | undefined {
  if (!URL.canParse(address)) return 'Please enter a whole address, such as https://example.com/hooks.'
  const url = new URL(address)
  const host = hostOf(url)
  if (!/^https?:$/.test(url.protocol)) return 'It has to begin with https://.'
  if (url.username || url.password) return 'It may hold no name and no password.'
  if (isShopItself(url, caller)) return 'It leads to the shop itself.'
  if (isCalledHere(url, caller)) return undefined
  if (url.protocol !== 'https:') return 'It has to begin with https://.'
  const isPrivate = isIP(host) === 0 ? PRIVATE_NAME.test(host) : !isPublicIp(host)
  return isPrivate || isThisMachine(host) ? PRIVATE_NETWORK : undefined
}
