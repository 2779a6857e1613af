import type { FastifyRequest } from 'fastify'

import { notAllowed } from '#sandbox/provider-error.ts'
import { isProxied, isThisMachine } from '#server/start/loopback-hosts.ts'

function hostOf({ headers }: FastifyRequest): string {
  const address = `http://${headers.host}`
  return URL.canParse(address) ? new URL(address).hostname : ''
}

/**
 * True for a call from this machine to this machine. A call through a proxy is not local, because behind a proxy on the
 * same machine every caller seems to be. Nor is a call under a foreign host name: it may come from a page whose name
 * was made to point here (DNS rebinding).
 *
 * @param ownHost the address that the shop was told to listen on, by which it calls itself
 */
export function isLocalCaller(request: FastifyRequest, ownHost: string): boolean {
  const { remoteAddress = '', localAddress } = request.socket
  if (!isThisMachine(remoteAddress) && remoteAddress !== localAddress) return false
  const host = hostOf(request)
  return (isThisMachine(host) || host === ownHost) && !isProxied(request.headers)
}

/** The same, for scripts only: browsers send headers that tell the site of the page. */
export function isLocalScript(request: FastifyRequest, ownHost: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers
  return isLocalCaller(request, ownHost) && origin === undefined && site === undefined
}

export const onlyLocal = () => notAllowed('This is for callers on the same machine.')
