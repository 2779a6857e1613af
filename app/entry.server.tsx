import type { ReactElement } from 'react'

import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server.node'
import {
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
} from 'react-router'

import { fillContext, reportError } from '#app/api/request-context.ts'
import { HEAD_SCRIPT } from '#app/head-script.ts'
import { hydrateAfterFirstPaint } from '#app/deferred-hydration.ts'

export { letterHtml } from '#app/mail/letter-html.ts'

export { createRequestHandler } from 'react-router'

/** The server calls this for every page with its API client. */
export function createPageContext(context: Parameters<typeof fillContext>[1]): RouterContextProvider {
  return fillContext(new RouterContextProvider(), context)
}

/** Logs errors of the shop itself, not errors of the caller and not aborted requests. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  reportError(context, error)
}

/** React's Node stream takes a third less time than its web stream. */
function renderWhole(page: ReactElement, nonce: string): Promise<{ rendered: string; failure: unknown }> {
  return new Promise((resolve, reject) => {
    let failure: unknown
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // A page is sent whole, so React must not split it into chunks that a script moves into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => {
        void text(pipe(new PassThrough())).then((rendered) => resolve({ rendered, failure }), reject)
      },
      onShellError: reject,
      onError: (error) => {
        failure = error
      },
    })
  })
}

/**
 * Renders a page completely before it is sent, because the server compresses, hashes and often caches it.
 *
 * The page's own inline scripts carry a nonce that is made for this one rendering and returned with the page. The server
 * allows exactly these scripts and removes the nonce before it sends the page. The HTML is returned beside the response
 * and not as its body, because a body would be encoded only to be decoded again.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  pageContext: Readonly<RouterContextProvider>,
) {
  const nonce = crypto.randomUUID()
  const { rendered, failure } = await renderWhole(
    <ServerRouter context={context} url={request.url} nonce={nonce} />,
    nonce,
  )
  if (failure !== undefined) reportError(pageContext, failure)
  const html = hydrateAfterFirstPaint(rendered).replace(
    `<script>${HEAD_SCRIPT}</script>`,
    () => `<script nonce="${nonce}">${HEAD_SCRIPT}</script>`,
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  const answer = new Response(null, { status: failure === undefined ? status : 500, headers })
  return Object.assign(answer, { rendered: { html, nonce } })
}
