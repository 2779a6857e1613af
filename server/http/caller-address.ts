import type { IncomingMessage } from 'node:http'

import proxyAddr from '@fastify/proxy-addr'

/** Whether this address is a proxy whose forwarded headers count. */
type IsTrusted = (address: string, hop: number) => boolean

/** False if no proxy is trusted. */
export const trustOf = (trustedProxies: readonly string[]): IsTrusted | false =>
  trustedProxies.length > 0 && proxyAddr.compile([...trustedProxies])

/** The caller's address: the same as the framework's `request.ip`, before there is such a request. */
export const addressOf = (request: IncomingMessage, isTrusted: IsTrusted | false): string =>
  (isTrusted ? proxyAddr(request, isTrusted) : request.socket.remoteAddress) ?? ''
