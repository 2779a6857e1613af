import type { FastifyRequest } from 'fastify'

import { notAllowed } from '#sandbox/refusal.ts'
import { isThisMachine } from '#server/this-machine.ts'

const SIGNS_OF_A_PROXY = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
]
const SIGNS_OF_A_BROWSER = ['origin', 'sec-fetch-site']

const hasOneOf = ({ headers }: FastifyRequest, names: readonly string[]) =>
  names.some((name) => headers[name] !== undefined)

function hostOf({ headers }: FastifyRequest): string {
  const address = `http://${headers.host}`
  return URL.canParse(address) ? new URL(address).hostname : ''
}

/**
 * True for a call that was made on this machine, to this machine. Behind a proxy on the same machine everybody seems to be
 * local, so nothing that was passed on is; and a page whose name was made to lead here calls by that name.
 *
 * @param ownHost the address that the shop was told to listen on, by which it calls itself
 */
export function isLocalCaller(request: FastifyRequest, ownHost: string): boolean {
  const { remoteAddress = '', localAddress } = request.socket
  if (!isThisMachine(remoteAddress) && remoteAddress !== localAddress) return false
  const host = hostOf(request)
  return (isThisMachine(host) || host === ownHost) && !hasOneOf(request, SIGNS_OF_A_PROXY)
}

/** The same for a script: a browser says where it comes from. */
export function isLocalScript(request: FastifyRequest, ownHost: string): boolean {
  return isLocalCaller(request, ownHost) && !hasOneOf(request, SIGNS_OF_A_BROWSER)
}

export const onlyLocal = () => notAllowed('This is for callers on the same machine.')
