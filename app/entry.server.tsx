import type { ReactElement } from 'react'

import { text } from 'node:stream/consumers'
import {
  createRequestHandler as createRouterHandler,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type ServerBuild,
} from 'react-router'

import { keepStatus } from '#app/api/keep-status.ts'
import { callsOf, fillContext, reportError, requestIdOf } from '#app/api/request-context.ts'
import { HEAD_SCRIPT } from '#app/head-script.ts'
import { hydrateAfterFirstPaint } from '#app/deferred-hydration.ts'
import { renderWholePage } from '#app/render-whole-page.ts'
import { PageFault } from '#app/shell/error-screen.tsx'

export { mailHtml } from '#app/mails/mail-html.ts'

/** Answers requests for pages. What the shop's API refuses to a page keeps its status there. */
export const createRequestHandler = (build: ServerBuild, mode: string) => createRouterHandler(keepStatus(build), mode)

/** The server calls this for every page with its API client. */
export function createPageContext(context: Parameters<typeof fillContext>[1]): RouterContextProvider {
  return fillContext(new RouterContextProvider(), context)
}

/** Logs errors of the shop itself, not errors of the caller and not aborted requests. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  reportError(context, error)
}

/** The page with all of its data. The router would have React wait for the data that it sends along. */
async function pageOf(context: EntryContext, url: string, nonce: string): Promise<() => ReactElement> {
  const value = context.serverHandoffStream ? await text(context.serverHandoffStream) : ''
  const sentData = Object.assign(Promise.resolve(), { result: { done: true, value } })
  return () => {
    const given = {
      ...context,
      renderMeta: { streamCache: { 0: sentData } },
      serverHandoffStream: new ReadableStream(),
    }
    return <ServerRouter context={given} url={url} nonce={nonce} />
  }
}

/**
 * Refusals that a screen shows in place of what it should show. Without a session, or what is not found, it shows
 * something else.
 */
const SHOWN_REFUSALS = [503, 429, 409, 403, 400]

/** The screens that show an owner's page where there is one. */
const REPLACEABLE = ['routes/storefront/home', 'routes/storefront/about']

/** The status of a page: a screen that shows that the shop refused it something has that status. */
function statusOf(status: number, request: Request, context: Readonly<RouterContextProvider>): number {
  if (status !== 200 || request.method === 'POST') return status
  const refusals = callsOf(context).map((call) => call.status)
  return SHOWN_REFUSALS.find((refusal) => refusals.includes(refusal)) ?? status
}

/** The addresses of the code of an owner's page that stands in place of a specified one (see `ReplacedPage`). */
function replacementCode({ manifest, staticHandlerContext: { loaderData } }: EntryContext): readonly string[] {
  const isReplaced = REPLACEABLE.some((id) => (loaderData[id] as { page?: unknown } | undefined)?.page)
  return (isReplaced && manifest.routes['routes/storefront/own-page']?.imports) || []
}

/**
 * Renders a page completely before it is sent, because the server compresses, hashes and often caches it.
 *
 * The page's own inline scripts carry a nonce that is made for this one rendering and returned with the page. The
 * server allows exactly these scripts and removes the nonce before it sends the page. The HTML is returned beside the
 * response and not as its body, because a body would be encoded only to be decoded again.
 */
export default async function handleRequest(
  request: Request,
  loadedStatus: number,
  headers: Headers,
  context: EntryContext,
  pageContext: Readonly<RouterContextProvider>,
) {
  const nonce = crypto.randomUUID()
  const status = statusOf(loadedStatus, request, pageContext)
  const { retryAfter } = callsOf(pageContext).findLast((call) => call.status === status) ?? {}
  if (retryAfter) headers.set('retry-after', retryAfter)
  const failedId = status === 500 ? requestIdOf(pageContext) : undefined
  const makePage = await pageOf(context, request.url, nonce)
  const page = await renderWholePage(() => <PageFault value={failedId}>{makePage()}</PageFault>, nonce)
  const { failure } = page
  if (failure !== undefined) reportError(pageContext, failure)
  const html = hydrateAfterFirstPaint(page.html, replacementCode(context)).replace(
    `<script>${HEAD_SCRIPT}</script>`,
    () => `<script nonce="${nonce}">${HEAD_SCRIPT}</script>`,
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  const answer = new Response(null, { status: failure === undefined ? status : 500, headers })
  return Object.assign(answer, { rendered: { html, nonce } })
}
