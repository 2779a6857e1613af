import { PassThrough, pipeline } from 'node:stream'
import type { FastifyRequest } from 'fastify'

import type { ApiAnswer } from '#contract/api/api-client.ts'
import { ShopError } from '#contract/api/errors.ts'
import type { ShopServer } from '#server/http/server.ts'
import { answerOf, callHeaders, type PageCaller } from '#server/pages/in-process-fetch.ts'

/** A form with files of a page: the call that takes them, and what else the page's action is told. */
export interface FormWithFiles {
  call: string
  fields: string
}

/** The pages that take such a form. */
const PAGES = [
  {
    at: /^\/user-profile\/orders\/(\w+)\/returns\?pictures=(\w+)$/,
    form: ([, orderId, returnId]: readonly string[]): FormWithFiles => ({
      call: `/api/order/${orderId}/returns/${returnId}/pictures`,
      fields: String(new URLSearchParams({ form: `pictures ${returnId}` })),
    }),
  },
]

/** The form with files that a page takes at this address; undefined where it takes none. */
export function formWithFilesAt(url: string): FormWithFiles | undefined {
  for (const { at, form } of PAGES) {
    const found = at.exec(url)
    if (found) return form(found)
  }
  return undefined
}

/**
 * Hands the body of a request on to the call as it comes, which knows who may send it, how much, and what is a picture.
 * Ends the connection of a body that the call stops reading because it is too long.
 */
export async function passToCall(
  app: ShopServer,
  request: FastifyRequest,
  caller: PageCaller,
  { call }: FormWithFiles,
): Promise<ApiAnswer> {
  const { 'content-type': type, 'content-length': length } = request.headers
  // A connection that ends too early fails the call too.
  const payload = pipeline(request.raw, new PassThrough(), () => {})
  try {
    const answer = await app.inject({
      method: 'POST',
      url: call,
      remoteAddress: caller.address,
      headers: {
        ...callHeaders(caller, caller.cookie),
        accept: 'application/json',
        'content-type': type ?? '',
        ...(length !== undefined && { 'content-length': length }),
      },
      payload,
    })
    payload.resume()
    return answerOf(answer)
  } catch (error) {
    request.raw.destroy()
    throw new ShopError('invalid', 'The form could not be read. Please send it again.', { cause: error })
  }
}
