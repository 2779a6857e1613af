import type { IncomingMessage, ServerResponse } from 'node:http'

import type { EarlyAnswers, ShopServer } from '#server/http/server.ts'
import type { Shop } from '#server/start/shop.ts'

import { RETRY_SECONDS, tooBusy } from '#server/errors.ts'
import { errorBody } from '#server/http/error-body.ts'
import { hasTooLongQuery, MAX_PAGE_ADDRESS } from '#server/http/request-limits.ts'
import { JSON_TYPE } from '#server/http/route.ts'
import { PacedAnswers } from '#server/http/overload/paced-answers.ts'
import { BUSY_PAGE_POLICY, busyPage } from '#server/pages/busy-page.ts'
import type { MovedAddresses } from '#server/pages/moved-addresses.ts'
import { pageAddress } from '#server/http/cacheable-address.ts'

/** Lists and the feed, which need the processor unless they are in the cache. */
const IS_LIST = /^\/(?:feeds\/|api\/(?:products\/(?!image\/)|categories\/|collections(?:[?]|$)))/
/** Calls, files, and pages of somebody who buys. */
const IS_NO_PAGE =
  /^\/(?:(?:api|ucp|\.well-known|sandbox|healthz|readyz|metrics|assets|cart|order)(?:[/?]|$)|[^?]*\.\w+(?:\?|$))/

const BUSY_BODY = Buffer.from(JSON.stringify(errorBody(tooBusy(), undefined)))
const BUSY_PAGE = Buffer.from(busyPage(true))

/** The one spelling of a public page's address, if it was given in another. */
function otherSpelling(url: string): string | undefined {
  const isAsUsual = url.startsWith('/') && url.length <= MAX_PAGE_ADDRESS && !hasTooLongQuery(url)
  if (!isAsUsual || !URL.canParse(`http://page${url}`)) return undefined
  const { address, isSpelledSo, isPublic } = pageAddress(url)
  return isPublic && !isSpelledSo ? address : undefined
}

/**
 * What is answered to requests that the framework does not see. A network that floods the shop asks again as soon as it
 * is answered, so its redirects and rejections must cost next to nothing.
 */
export function earlyPageAnswers(
  app: () => ShopServer,
  { responses }: Pick<Shop, 'responses'>,
  moved: MovedAddresses,
): EarlyAnswers['withoutWork'] {
  const paced = new PacedAnswers()
  const send = (request: IncomingMessage, answer: () => void) => paced.send(app().callerOf(request).groups, answer)

  function reject({ url = '' }: IncomingMessage, response: ServerResponse): void {
    const isList = IS_LIST.test(url)
    const body = isList ? BUSY_BODY : BUSY_PAGE
    response
      .writeHead(503, {
        ...app().earlyHeaders(),
        'retry-after': String(RETRY_SECONDS),
        'content-type': isList ? JSON_TYPE : 'text/html; charset=utf-8',
        'content-length': body.length,
        ...(!isList && { 'content-security-policy': BUSY_PAGE_POLICY }),
      })
      .end(body)
  }

  return (request, response) => {
    const { method, url = '' } = request
    if (method !== 'GET') return false
    const isList = IS_LIST.test(url)
    if (!isList && IS_NO_PAGE.test(url)) return false
    const location = isList ? undefined : otherSpelling(url)
    // An old address may lead elsewhere at once, whatever its spelling.
    if (location !== undefined && moved.mayHave(location.split('?', 1)[0] ?? '')) return false
    if (location !== undefined) {
      send(request, () => response.writeHead(301, { ...app().earlyHeaders(), location, 'content-length': 0 }).end())
      return true
    }
    // What another origin asks for, or in another encoding, may be cached all the same.
    if (request.headers.origin !== undefined || responses.has(url)) return false
    const { processor } = app().limiters
    if (processor.calls.waiting === 0 || !processor.rejects(app().callerOf(request))) return false
    send(request, () => reject(request, response))
    return true
  }
}
