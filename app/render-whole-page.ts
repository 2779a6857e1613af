import type { ReactElement } from 'react'

import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream, renderToString } from 'react-dom/server.node'

/**
 * React's mark of a part that failed or whose code was not there yet. No text can contain it, because React escapes
 * `<`.
 */
const UNFINISHED = '<!--$!-->'

interface WholePage {
  html: string
  /** The error of a part that is missing from the page. */
  failure?: unknown
}

/** Renders as a stream, which waits for code that is still loading and reports what fails. */
function renderAndWait(page: ReactElement, nonce: string): Promise<WholePage> {
  return new Promise((resolve, reject) => {
    let failure: unknown
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      // A page is sent whole, so React must not split it into chunks that a script moves into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => {
        void text(pipe(new PassThrough())).then((html) => resolve({ html, failure }), reject)
      },
      onShellError: reject,
      onError: (error) => {
        failure = error
      },
    })
  })
}

/**
 * Renders a document whose data is there already. React writes it as one string; its streams take a sixth more time,
 * because they encode every piece, to be decoded here. Where that leaves a part unfinished, the page is rendered once
 * more as a stream.
 *
 * `nonce` is for the scripts that React itself adds. Rejects if what is outside of every Suspense boundary fails.
 */
export async function renderWholePage(makePage: () => ReactElement, nonce: string): Promise<WholePage> {
  const html = renderToString(makePage())
  return html.includes(UNFINISHED) ? renderAndWait(makePage(), nonce) : { html: `<!DOCTYPE html>${html}` }
}
