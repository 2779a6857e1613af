import type { ShopServer } from '#server/http/server.ts'

/** Whom a page is rendered for: their cookies and address, handed on to the API. */
export interface PageCaller {
  cookie: string | undefined
  address: string
  origin: string
}

/**
 * The API by fetch without a socket, for pages rendered here. Calls it makes count as the shop's own; the page that
 * asked has been checked already. Cookies that the API sets are collected in `setCookies` for the page's answer, statuses
 * of answers in which the API failed in `failures`.
 */
export function inProcessFetch(
  app: ShopServer,
  caller: PageCaller,
  setCookies: string[] = [],
  failures: number[] = [],
) {
  return async (path: string, init: RequestInit): Promise<Response> => {
    const headers = Object.fromEntries(new Headers(init.headers))
    const payload = typeof init.body === 'string' ? init.body : undefined
    const answer = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: path,
      remoteAddress: caller.address,
      headers: {
        ...headers,
        ...(caller.cookie && { cookie: caller.cookie }),
        origin: caller.origin,
        'sec-fetch-site': 'same-origin',
      },
      ...(payload !== undefined && { payload }),
    })
    if (answer.statusCode >= 500) failures.push(answer.statusCode)
    const cookies = answer.headers['set-cookie'] ?? []
    setCookies.push(...(Array.isArray(cookies) ? cookies : [cookies]))
    const answerHeaders = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) {
      if (name !== 'set-cookie' && value !== undefined) answerHeaders.set(name, String(value))
    }
    const isEmpty = answer.statusCode === 204 || answer.statusCode === 304
    return new Response(isEmpty ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: answerHeaders,
    })
  }
}
