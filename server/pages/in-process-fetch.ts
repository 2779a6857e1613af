import type { OutgoingHttpHeaders } from 'node:http'

import type { ApiAnswer, ApiFetch } from '#contract/api/api-client.ts'
import type { ShopServer } from '#server/http/server.ts'

import { PAGE_TAGS_HEADER } from '#server/cache/cached-route.ts'
import { ownTurn } from '#server/turns.ts'

/** Whom a page is rendered for: their cookies, browser and address, handed on to the API. */
export interface PageCaller {
  cookie: string | undefined
  /** Only where a form was sent, which may sign somebody in. */
  userAgent: string | undefined
  address: string
  origin: string
}

/** A call that a page made: its status, and the tags of its answer, undefined if that is not the same for everyone. */
export interface PageCall {
  status: number
  tags: readonly string[] | undefined
}

function headersOf(sent: OutgoingHttpHeaders): ApiAnswer['headers'] {
  const get = (name: string) => sent[name.toLowerCase()]?.toString() ?? null
  return { get, has: (name) => get(name) !== null }
}

/** The headers of a call from the shop's own page, made for this caller. */
export const callHeaders = ({ userAgent, origin }: PageCaller, cookie: string | undefined) => ({
  ...(cookie && { cookie }),
  ...(userAgent !== undefined && { 'user-agent': userAgent }),
  origin,
  'sec-fetch-site': 'same-origin',
})

type Injected = Awaited<ReturnType<ShopServer['inject']>>

/** What a call in the same process has answered, as a call over the network answers. */
export const answerOf = (answer: Injected): ApiAnswer => ({
  ok: answer.statusCode >= 200 && answer.statusCode < 300,
  status: answer.statusCode,
  headers: headersOf(answer.headers),
  json: async () => JSON.parse(answer.payload) as unknown,
  text: async () => answer.payload,
  blob: async () => new Blob([new Uint8Array(answer.rawPayload)]),
})

/** A call that was made before its page is rendered: the page's own finds its answer. */
export interface MadeCall {
  path: string
  answer: ApiAnswer
}

/**
 * Calls the API without a socket, for pages that are rendered here. The calls count as the shop's own, because the
 * request for the page was checked already. Cookies that the API sets are added to `setCookies` and sent with later
 * calls, as in a browser. Each call is added to `calls`. The result is no whole `Response`: to make and to read one
 * takes as long as the rest of the call.
 */
export function inProcessFetch(
  app: ShopServer,
  caller: PageCaller,
  setCookies: string[] = [],
  calls: PageCall[] = [],
  made?: MadeCall,
): ApiFetch {
  const ownCookies: string[] = []
  return async (path, init) => {
    if (init.method === 'POST' && path === made?.path) return made.answer
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
        ...callHeaders(caller, cookie),
      },
      ...(payload !== undefined && { payload }),
    })
    const tags = answer.headers[PAGE_TAGS_HEADER]
    calls.push({ status: answer.statusCode, tags: typeof tags === 'string' ? tags.split(' ') : undefined })
    const cookies = [answer.headers['set-cookie'] ?? []].flat()
    setCookies.push(...cookies)
    // Whatever was waited for last, the page is rendered in a turn of its own.
    await ownTurn()
    ownCookies.unshift(...cookies.map((set) => set.split(';', 1)[0] ?? ''))
    return answerOf(answer)
  }
}
