import type { OutgoingHttpHeaders } from 'node:http'

import type { ApiAnswer, ApiFetch } from '#contract/api.ts'
import type { ShopServer } from '#server/http/server.ts'

/** Whom a page is rendered for: their cookies and address, handed on to the API. */
export interface PageCaller {
  cookie: string | undefined
  address: string
  origin: string
}

function headersOf(sent: OutgoingHttpHeaders): ApiAnswer['headers'] {
  const get = (name: string) => sent[name.toLowerCase()]?.toString() ?? null
  return { get, has: (name) => get(name) !== null }
}

/**
 * The API by fetch without a socket, for pages rendered here. Calls it makes count as the shop's own; the page that
 * asked has been checked already. Cookies that the API sets are collected in `setCookies` for the page's answer, and count
 * for the calls that follow, as in a browser; statuses of answers in which the API failed are collected in `failures`. Its answers are no whole `Response`, which takes as long to make and to
 * read as the rest of a call.
 */
export function inProcessFetch(
  app: ShopServer,
  caller: PageCaller,
  setCookies: string[] = [],
  failures: number[] = [],
): ApiFetch {
  const ownCookies: string[] = []
  return async (path, init) => {
    const headers = Object.fromEntries(new Headers(init.headers))
    // Of two cookies of one name the first counts.
    const cookie = [...ownCookies, ...(caller.cookie ? [caller.cookie] : [])].join('; ')
    const payload = typeof init.body === 'string' ? init.body : undefined
    const answer = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: path,
      remoteAddress: caller.address,
      headers: {
        ...headers,
        ...(cookie && { cookie }),
        origin: caller.origin,
        'sec-fetch-site': 'same-origin',
      },
      ...(payload !== undefined && { payload }),
    })
    if (answer.statusCode >= 500) failures.push(answer.statusCode)
    const cookies = [answer.headers['set-cookie'] ?? []].flat()
    setCookies.push(...cookies)
    ownCookies.unshift(...cookies.map((set) => set.split(';', 1)[0] ?? ''))
    return {
      ok: answer.statusCode >= 200 && answer.statusCode < 300,
      status: answer.statusCode,
      headers: headersOf(answer.headers),
      json: async () => JSON.parse(answer.payload) as unknown,
      text: async () => answer.payload,
      blob: async () => new Blob([new Uint8Array(answer.rawPayload)]),
    }
  }
}
