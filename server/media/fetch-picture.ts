import type { IncomingMessage } from 'node:http'

import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

import { MAX_UPLOAD_BYTES } from '#contract/catalogue/upload-limits.ts'
import { isThisMachine } from '#server/start/loopback-hosts.ts'
import { isPublicIp, PRIVATE_NETWORK, PrivateNetwork, publicLookup } from '#server/start/public-network.ts'

/** Why a picture cannot be fetched, as a sentence for whoever entered its address. */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused'
}

/** The most redirects that are followed. */
const MAX_REDIRECTS = 3
/** How long a picture may take with all its redirects. */
const FETCH_TIMEOUT_MS = 20_000
const MEGABYTES = MAX_UPLOAD_BYTES / 1024 ** 2
const TOO_LARGE = `It has more than ${MEGABYTES} MiB.`

interface FetchOptions {
  /** True only where a test serves pictures itself: this machine may be asked, without encryption. */
  mayAskThisMachine: boolean
  signal?: AbortSignal
  timeoutMs?: number
  /** Finds the addresses of a name. */
  resolve?: LookupFunction
}

/** Why no picture is fetched from this address, before anybody is asked; undefined if one may be. */
export function addressFault(address: string, mayAskThisMachine: boolean): string | undefined {
  if (!URL.canParse(address)) return 'It is no whole address.'
  const { protocol, hostname, port, username, password } = new URL(address)
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  if (mayAskThisMachine && isThisMachine(host) && /^https?:$/.test(protocol)) return undefined
  if (protocol !== 'https:') return 'Pictures are fetched by https only.'
  if (username || password) return 'It holds a name or a password.'
  if (port !== '') return 'Pictures are fetched from the usual port of https only.'
  if (isThisMachine(host) || (isIP(host) !== 0 && !isPublicIp(host))) return PRIVATE_NETWORK
  return undefined
}

function ask(url: URL, options: FetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const headers = { accept: 'image/avif,image/webp,image/png,image/jpeg', 'user-agent': 'Selvedge' }
    request(url, { headers, signal, agent: false, lookup: publicLookup(options) }, resolve)
      .on('upgrade', (_answer, socket) => {
        socket.destroy()
        reject(new FetchRefused('It is no picture.'))
      })
      .on('error', reject)
      .end()
  })
}

async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  if (Number(answer.headers['content-length'] ?? 0) > MAX_UPLOAD_BYTES) {
    answer.destroy()
    throw new FetchRefused(TOO_LARGE)
  }
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length
    // Leaving the loop ends the connection.
    if (bytes > MAX_UPLOAD_BYTES) throw new FetchRefused(TOO_LARGE)
    parts.push(part)
  }
  if (bytes === 0) throw new FetchRefused('It is empty.')
  return Buffer.concat(parts)
}

async function follow(address: string, options: FetchOptions, signal: AbortSignal): Promise<Buffer> {
  let url = address
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const fault = addressFault(url, options.mayAskThisMachine)
    if (fault !== undefined) throw new FetchRefused(redirects > 0 ? `It is redirected: ${fault}` : fault)
    const answer = await ask(new URL(url), options, signal)
    const status = answer.statusCode ?? 0
    if (status === 200) return bytesOf(answer)
    answer.destroy()
    const { location } = answer.headers
    if (status < 300 || status > 399 || location === undefined) {
      throw new FetchRefused(`The other server answers ${status}.`)
    }
    if (!URL.canParse(location, url)) throw new FetchRefused('It is redirected to what is no address.')
    url = new URL(location, url).href
  }
  throw new FetchRefused(`It is redirected more than ${MAX_REDIRECTS} times.`)
}

/** What a network's failure means to whoever entered the address. */
function sentenceOf(error: unknown): string {
  const { code = '' } = error as { code?: string }
  if (['ENOTFOUND', 'EAI_AGAIN', 'ENODATA'].includes(code)) return 'There is no such server.'
  if (/CERT|TLS|SSL|SIGNED/.test(code)) return 'The certificate of the other server is not valid.'
  return 'The other server does not answer.'
}

/**
 * Fetches what is at an address, as long as it is on the public internet: each name is resolved once, checked, and
 * connected to at the address that was checked, and so is each redirect. Throws `FetchRefused` with a sentence for
 * anything else, for more than an upload may have, and after `timeoutMs`; rejects with an `AbortError` when the signal
 * is aborted. What it returns is not known to be a picture.
 */
export async function fetchPicture(address: string, options: FetchOptions): Promise<Buffer> {
  const { timeoutMs = FETCH_TIMEOUT_MS, signal: stop } = options
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = stop ? AbortSignal.any([stop, timeout]) : timeout
  try {
    return await follow(address, options, signal)
  } catch (error) {
    if (error instanceof FetchRefused) throw error
    if (error instanceof PrivateNetwork) throw new FetchRefused(error.message, { cause: error })
    if (stop?.aborted) throw error
    if (timeout.aborted) throw new FetchRefused(`It was not here after ${timeoutMs / 1000} seconds.`, { cause: error })
    throw new FetchRefused(sentenceOf(error), { cause: error })
  }
}
