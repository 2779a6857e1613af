import { renderToReadableStream } from 'react-dom/server.edge'
import { RouterContextProvider, ServerRouter, type EntryContext } from 'react-router'

import { fillContext } from '#app/api/context.ts'

/** Called by the server for every page with its door to the API. */
export function createPageContext(context: Parameters<typeof fillContext>[1]): RouterContextProvider {
  return fillContext(new RouterContextProvider(), context)
}

/**
 * Renders a page whole before it is sent: it is compressed, hashed and often kept. Module preloads get a low priority,
 * because the picture that the visitor looks at should come before code that only wakes the page up.
 */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  let failure: unknown
  const stream = await renderToReadableStream(<ServerRouter context={context} url={request.url} />, {
    onError: (error) => {
      failure = error
    },
  })
  await stream.allReady
  if (failure !== undefined) console.error(failure)
  const html = await new Response(stream).text()
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchPriority="low"'), {
    status: failure === undefined ? status : 500,
    headers,
  })
}
