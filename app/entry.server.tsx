import type { ReactElement } from 'react'

import { Writable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { renderToPipeableStream } from 'react-dom/server.node'
import {
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
} from 'react-router'

import { fillContext, reportError } from '#app/api/context.ts'
import { HEAD_SCRIPT } from '#app/head-script.ts'
import { fragmentCacheForPage } from '#app/fragment-cache.ts'
import { FragmentCacheContext } from '#app/ui/cached-fragment.tsx'
import { hydrateAfterFirstPaint } from '#app/deferred-hydration.ts'

export { createRequestHandler } from 'react-router'

/** Called by the server for every page with its door to the API. */
export function createPageContext(context: Parameters<typeof fillContext>[1]): RouterContextProvider {
  return fillContext(new RouterContextProvider(), context)
}

/** A fault of the shop's own goes to its log. What a caller did wrong, or gave up, is an answer and no fault. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  reportError(context, error)
}

/** Takes what React writes, long texts as they are and short ones gathered as bytes, and hands it on as one text. */
function textSink(onEnd: (text: string) => void): Writable {
  const decoder = new StringDecoder()
  let text = ''
  return new Writable({
    decodeStrings: false,
    write: (piece: string | Buffer, _encoding, done) => {
      text += typeof piece === 'string' ? piece : decoder.write(piece)
      done()
    },
    final: (done) => {
      onEnd(text + decoder.end())
      done()
    },
  })
}

/** React's stream for Node takes a third less time than the one for the web, which encodes each attribute by itself. */
function renderWhole(page: ReactElement, nonce: string): Promise<{ rendered: string; failure: unknown }> {
  return new Promise((resolve, reject) => {
    let failure: unknown
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // A page is sent whole: no piece of it has to wait out of sight for a script that puts it into its place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => {
        pipe(textSink((rendered) => resolve({ rendered, failure })))
      },
      onShellError: reject,
      onError: (error) => {
        failure = error
      },
    })
  })
}

/**
 * Renders a page whole before it is sent: it is compressed, hashed and often kept.
 *
 * The page's own inline scripts carry a nonce that is made for this one rendering and told with the page. The server
 * allows exactly these, and takes the nonce away before the page is sent. The page goes to it beside the answer and not
 * as its body, which would be encoded just to be decoded again; what is kept from page to page it puts in at last.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  pageContext: Readonly<RouterContextProvider>,
) {
  const nonce = crypto.randomUUID()
  const markup = fragmentCacheForPage()
  // Not while the shop is developed: a card whose code has changed would look as before.
  const page = (
    <FragmentCacheContext value={import.meta.env.PROD ? markup : undefined}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </FragmentCacheContext>
  )
  const { rendered, failure } = await renderWhole(page, nonce)
  if (failure !== undefined) reportError(pageContext, failure)
  const html = hydrateAfterFirstPaint(markup.takeFrom(rendered)).replace(
    `<script>${HEAD_SCRIPT}</script>`,
    () => `<script nonce="${nonce}">${HEAD_SCRIPT}</script>`,
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  const answer = new Response(null, { status: failure === undefined ? status : 500, headers })
  return Object.assign(answer, { drawn: { html, nonce, fill: markup.fill } })
}
