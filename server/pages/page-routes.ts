import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

import type { Shop } from '#server/start/shop.ts'

import { ShopError } from '#contract/api/errors.ts'
import { foreignOrigin, invalid, isRejection, notFound, RETRY_SECONDS, unavailable } from '#server/errors.ts'
import { isForeignForm, type Origins } from '#server/http/fetch-metadata.ts'
import { answerError } from '#server/http/error-handler.ts'
import { callerOf } from '#server/http/overload/concurrency-limits.ts'
import { MAX_FORM_FIELDS, MAX_PAGE_ADDRESS, MAX_PAGE_PATH } from '#server/http/request-limits.ts'
import type { ShopServer } from '#server/http/server.ts'
import type { SharedResponse } from '#server/cache/response-cache.ts'
import { CATALOGUE, SETTINGS_TAG } from '#server/cache/tags.ts'
import { CompressedResponse, sendCompressed } from '#server/http/responses/compressed-response.ts'
import { PREVIEW_PATH } from '#contract/pages-of-blocks/page-limits.ts'
import type { AskedDelivery } from '#contract/delivery/delivery-text.ts'
import { publicSettings } from '#contract/settings/public-settings.ts'
import { BUSY_PAGE_POLICY, busyPage } from '#server/pages/busy-page.ts'
import { formWithFilesAt, passToCall, type FormWithFiles } from '#server/pages/form-with-files.ts'
import { inProcessFetch, type MadeCall, type PageCall, type PageCaller } from '#server/pages/in-process-fetch.ts'
import type { Pages } from '#server/pages/built-pages.ts'
import { providerSources, sealPage } from '#server/pages/content-security-policy.ts'
import type { MovedAddresses } from '#server/pages/moved-addresses.ts'
import { isBehindLink, pageAddress } from '#server/http/cacheable-address.ts'
import { sharedHeaders } from '#server/cache/cache-headers.ts'
import { CAMERA_POLICY } from '#server/http/security-headers.ts'
import { sendsMail } from '#server/start/config.ts'

interface RenderedPage extends SharedResponse {
  setCookies: string[]
  /** Nothing is at its address: it says so, or it was made from a call that says so. */
  isNowhere: boolean
}

// A form is rendered under the address that it was posted to, so each of these asks for the one spelling of it.
const isCheckout = (url: string) => /^\/order(?:\/pay\/[^/?]+)?(?:\?|$)/.test(pageAddress(url).address)
const isBuying = (url: string) => isCheckout(url) || /^\/cart(?:\?|$)/.test(pageAddress(url).address)

/** The sign-in is redirected to the address without what means nothing, so that a broken link still lets in. */
function isTooLong({ url, method }: FastifyRequest): boolean {
  if (url.length <= MAX_PAGE_ADDRESS) return false
  const { address } = pageAddress(url)
  return method === 'POST' || !/^\/sign(?:in|up)(?:\?|$)/.test(address) || address.length > MAX_PAGE_ADDRESS
}

/** The draft of a page of blocks, which its editor shows in a frame. */
const isPreview = (url: string) => pageAddress(url).address.startsWith(PREVIEW_PATH)

/** Where the staff scan. A move from one of them to another keeps what the first was allowed. */
const isOfStaff = (url: string) => pageAddress(url).address.startsWith('/admin/')

const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'
const typeOf = ({ headers }: FastifyRequest) => headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()

/** The form with files that a request sends to a page that takes one. */
const filesIn = (request: FastifyRequest): FormWithFiles | undefined =>
  request.method === 'POST' && typeOf(request) === MULTIPART ? formWithFilesAt(request.url) : undefined

/** What a page's action is sent, and the call that was made for it before. */
interface SentForm {
  type: string | undefined
  body: Uint8Array<ArrayBuffer>
  made?: MadeCall
}

const pathIn = (address: string) => address.split('?', 1)[0] ?? address

const isNoPage = (pathname: string) => /^\/(?:api|sandbox)(?:\/|$)/.test(pathname)

/**
 * Serves every address that is neither a call nor a file. The build renders the pages; public ones come from the cache.
 */
export function registerPages(
  app: ShopServer,
  shop: Shop,
  pages: Pages,
  {
    origins,
    moved,
    askedDelivery,
  }: { origins: () => Origins; moved: MovedAddresses; askedDelivery: () => AskedDelivery | undefined },
): void {
  const { responses, tags } = shop

  function render(
    request: FastifyRequest,
    address: string,
    isPublic: boolean,
    { isAwaited, form }: { isAwaited?: () => boolean; form?: SentForm } = {},
  ): Promise<RenderedPage> {
    const caller = callerOf(request, { isBuying: isBuying(address), ...(isAwaited && { isAwaited }) })
    return app.limiters.processor.run(() => renderNow(request, address, isPublic, form), caller)
  }

  const pageCaller = (request: FastifyRequest, isPublic: boolean): PageCaller => ({
    cookie: isPublic ? undefined : request.headers.cookie,
    userAgent: request.method === 'POST' ? request.headers['user-agent'] : undefined,
    address: request.ip,
    origin: shop.publicUrl(),
  })

  async function renderNow(
    request: FastifyRequest,
    address: string,
    isPublic: boolean,
    form?: SentForm,
  ): Promise<RenderedPage> {
    const since = tags.now()
    const setCookies: string[] = []
    const calls: PageCall[] = []
    const headers = new Headers({ accept: 'text/html' })
    if (form?.type) headers.set('content-type', form.type)
    const pageRequest = new Request(shop.publicUrl() + address, {
      method: form ? 'POST' : 'GET',
      headers,
      ...(form && { body: form.body }),
    })
    const page = await pages.render(pageRequest, {
      fetch: inProcessFetch(app, pageCaller(request, isPublic), setCookies, calls, form?.made),
      ...publicSettings(shop.settings.current(), Date.now(), askedDelivery()),
      requestId: request.id,
      publicUrl: shop.publicUrl(),
      isSandbox: shop.payment.isSandbox,
      hasSandboxNotice: shop.config.isSandboxDeclared,
      sendsMail: sendsMail(shop.config),
      checkoutUrl: shop.payment.checkoutUrl,
      ...(shop.courier.name !== 'by hand' && { booksParcels: true }),
      onFault: (err) => request.log.error({ err }, 'a page failed'),
    })
    const sources = isCheckout(address) ? providerSources(shop.payment.checkoutUrl, shop.payment.isSandbox) : undefined
    const { rendered } = page
    const { html, policy } = sealPage(
      rendered?.html ?? (await page.text()),
      rendered?.nonce,
      sources,
      isPreview(address),
    )
    // A page is the same for everyone if every answer in it is.
    const isShared = isPublic && page.status === 200 && calls.every((call) => call.tags !== undefined)
    // The page could not be made without the database, which is back in a moment.
    const isCutOff = page.status === 500 && calls.some(({ status }) => status === 503)
    const response = new CompressedResponse(
      html,
      {
        ...(page.headers.has('location') && { location: page.headers.get('location') ?? '' }),
        'content-type': page.headers.get('content-type') ?? 'text/html; charset=utf-8',
        // The development server's own scripts and its socket would not pass.
        ...(!pages.serveModule && { 'content-security-policy': policy }),
        ...(isShared ? sharedHeaders(new URL(pageRequest.url).pathname) : { 'cache-control': 'no-store' }),
        ...(page.headers.has('retry-after') && { 'retry-after': page.headers.get('retry-after') ?? '' }),
        ...(isCutOff && { 'retry-after': String(RETRY_SECONDS) }),
        ...(isOfStaff(address) && { 'permissions-policy': CAMERA_POLICY }),
        ...(isPreview(address) && { 'x-frame-options': 'SAMEORIGIN' }),
        // To send nothing would also take the `Origin` from the page's forms, which are refused without it.
        ...(isBehindLink(address) && { 'referrer-policy': 'strict-origin', 'x-robots-tag': 'noindex, nofollow' }),
      },
      isCutOff ? 503 : page.status,
    )
    const shown = [CATALOGUE, SETTINGS_TAG, ...new Set(calls.flatMap((call) => call.tags ?? []))]
    const isNowhere = page.status === 404 || calls.some(({ status }) => status === 404)
    return { response, setCookies, tags: isShared ? shown : undefined, since, isNowhere }
  }

  /** Where an old address leads, with its query; undefined where the shop has a page. */
  async function findNewAddress(request: FastifyRequest, address: string): Promise<string | undefined> {
    const path = pathIn(address)
    const newPath = await moved.find(path)
    if (newPath === undefined) return undefined
    const isNowhere = await moved.isNowhere(path, async () => (await render(request, path, true)).isNowhere)
    if (!isNowhere) return undefined
    const { search } = new URL(`http://page${request.url}`)
    return search && newPath.includes('?') ? `${newPath}&${search.slice(1)}` : newPath + search
  }

  /** What the action of a page is sent. Files have gone to their call by then, which no other page waits for. */
  async function formOf(request: FastifyRequest): Promise<SentForm> {
    const files = filesIn(request)
    if (!files) return { type: request.headers['content-type'], body: new Uint8Array(request.body as Buffer) }
    const answer = await passToCall(app, request, pageCaller(request, false), files)
    return { type: FORM, body: new TextEncoder().encode(files.fields), made: { path: files.call, answer } }
  }

  async function servePage(request: FastifyRequest, reply: FastifyReply) {
    if (pages.serveModule) reply.removeHeader('content-security-policy')
    const isRead = request.method !== 'POST'
    const { address, isSpelledSo, isPublic } = pageAddress(request.url)
    const newAddress = isRead ? await findNewAddress(request, address) : undefined
    if (newAddress !== undefined) return reply.headers(sharedHeaders(pathIn(address))).redirect(newAddress, 301)
    if (isRead && !isSpelledSo) return reply.header('cache-control', 'no-store').redirect(address, 301)
    if (!isRead || !isPublic || pages.serveModule) {
      const form = isRead ? undefined : await formOf(request)
      // Whoever is not signed in is sent to the sign-in by the page itself.
      if (form?.made?.answer.status === 401) return reply.redirect(pathIn(request.url), 303)
      const { response, setCookies } = await render(request, isRead ? address : request.url, false, form && { form })
      for (const cookie of setCookies) reply.header('set-cookie', cookie)
      return sendCompressed(request, reply, response)
    }
    const page = await responses.get(address, async (isAwaited) => {
      const made = await render(request, address, true, { isAwaited })
      // An outdated page is better than a page that only reports the failure.
      if (made.response.status === 503 && responses.has(address)) {
        throw unavailable('This page cannot be made right now.')
      }
      return made
    })
    return responses.send(request, reply, address, page)
  }

  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // Before the body is read, because no page takes it.
    scope.addHook('onRequest', async (request, reply) => {
      const { pathname } = new URL(`http://page${request.url}`)
      if (isNoPage(pathname) || pathname.length > MAX_PAGE_PATH) throw notFound('Address')
      if (isTooLong(request)) throw invalid('This address asks for too much at once.')
      if (request.method !== 'POST') return
      if (isForeignForm(request.headers, origins())) throw foreignOrigin()
      if (typeOf(request) === FORM || filesIn(request)) return
      reply.header('allow', 'GET, HEAD')
      throw new ShopError('invalid', 'This is a page: it takes nothing but forms.', { status: 405 })
    })
    scope.addContentTypeParser(FORM, { parseAs: 'buffer' }, (_request, body, done) => {
      const fields = (body as Buffer).toString('latin1').split('&', MAX_FORM_FIELDS + 1)
      done(fields.length > MAX_FORM_FIELDS ? invalid('This form has too many fields.') : null, body)
    })
    scope.addContentTypeParser(MULTIPART, (_request, _body, done) => done(null))
    scope.setErrorHandler<FastifyError | ShopError>((error, request, reply) => {
      if (!isRejection(error)) return answerError(error, request, reply)
      reply.isBusyResponse = true
      void reply
        .code(503)
        .headers({
          'content-security-policy': BUSY_PAGE_POLICY,
          'cache-control': 'no-store',
          'retry-after': String(RETRY_SECONDS),
        })
        .type('text/html; charset=utf-8')
        .send(busyPage(request.method !== 'POST'))
    })
    scope.route({ method: ['GET', 'POST'], url: '/*', handler: servePage })
  })
}
